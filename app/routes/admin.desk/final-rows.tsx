import type { DeskRow } from '#app/server/desk/desk-state.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { FieldError, getControlClass } from '#app/ui/forms/field.tsx'
import type { Desk } from './use-desk.ts'

/** One field for each country of a final, in running order. Enter in one of them saves. */
export function FinalRows({ desk }: { desk: Desk }) {
  const { view, refused } = desk
  const fields = view.rows.map((row) => ({ row, field: desk.fieldOf(row) }))
  const wrong = fields.find(({ field }) => field.error !== undefined || field.storedNow !== undefined)
  const focused = wrong?.row.code ?? view.pressed
  return (
    <ul className="border-line border-t">
      {fields.map(({ row, field }) => (
        <FinalRow
          key={row.code}
          row={row}
          field={field}
          desk={desk}
          isFocused={row.code === focused}
          isSaved={!refused && !field.isEdited && row.code === view.pressed}
        />
      ))}
    </ul>
  )
}

interface FinalRowProps {
  row: DeskRow
  field: ReturnType<Desk['fieldOf']>
  desk: Desk
  isFocused: boolean
  /** Whether Enter in this field has just saved it. */
  isSaved: boolean
}

function FinalRow({ row, field, desk, isFocused, isSaved }: FinalRowProps) {
  const { code, country, runningOrder, isOnStage, state } = row
  const { typed, was, error, storedNow } = field
  const id = `points-${code}`
  const described = [error && `${id}-error`, storedNow !== undefined && `${id}-stored`].filter(Boolean)
  return (
    <li className="border-line border-b py-1">
      <div className="grid min-h-12 grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <Num className="text-right text-[1.375rem] text-muted">{runningOrder}</Num>
        <Flag code={code} />
        <span>
          <label className="wrap-anywhere block font-bold leading-[1.25]" htmlFor={id}>
            {country}
          </label>{' '}
          {isSaved && (
            <span className="text-ok text-sm" role="status">
              Saved
            </span>
          )}
          {!isSaved && isOnStage && <span className="text-sm">{state}</span>}
        </span>{' '}
        <input
          className={getControlClass('number')}
          id={id}
          name={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={99}
          value={typed}
          onChange={({ currentTarget }) => desk.type(row, currentTarget.value)}
          onBlur={() => desk.leave(row)}
          readOnly={desk.view.isOfficial}
          {...{ autoFocus: isFocused }}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.join(' ') || undefined}
        />
        <input type="hidden" name={`was-${code}`} value={was} />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {storedNow !== undefined && (
        <p className="pb-1 text-sm" id={`${id}-stored`}>
          Stored now: <b>{storedNow === '' ? 'no points' : storedNow}</b>
        </p>
      )}
    </li>
  )
}
