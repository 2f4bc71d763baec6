import { Flag } from '#app/ui/art/flag.tsx'
import { FieldError, getControlClass } from '#app/ui/forms/field.tsx'
import { type DeskRow, type DeskView, type RefusedDesk, toFieldText } from './view.ts'

interface FinalRowsProps {
  view: DeskView
  refused: RefusedDesk | undefined
}

interface FinalField {
  /** What the field holds, and what was stored when it was filled in: both are sent. */
  typed: string
  was: string
  error: string | undefined
  /** The stored points, where another desk changed them meanwhile; empty for none. */
  storedNow: string | undefined
}

/** One field for each country of a final, in running order. Enter in one of them saves. */
export function FinalRows({ view, refused }: FinalRowsProps) {
  const fields = view.rows.map((row) => ({ row, field: toField(row, view, refused) }))
  const wrong = fields.find(({ field }) => field.error !== undefined || field.storedNow !== undefined)
  const focused = wrong?.row.code ?? view.pressed
  return (
    <ol className="border-line border-t">
      {fields.map(({ row, field }) => (
        <FinalRow
          key={row.code}
          row={row}
          field={field}
          isFocused={row.code === focused}
          isSaved={!refused && row.code === view.pressed}
          isOfficial={view.isOfficial}
        />
      ))}
    </ol>
  )
}

/**
 * A refused form keeps what was typed, and over what: what another desk stored meanwhile is replaced only by a press after
 * it was shown.
 */
function toField(
  { code, points }: DeskRow,
  { draft }: DeskView,
  refused: RefusedDesk | undefined,
): FinalField {
  const stored = toFieldText(points)
  const { typed, was } = refused ?? draft
  const text = typed[code]
  return {
    typed: text ?? stored,
    was: text === undefined ? stored : (was[code] ?? stored),
    error: refused?.errors[code],
    storedNow: refused?.storedNow[code],
  }
}

interface FinalRowProps {
  row: DeskRow
  field: FinalField
  isFocused: boolean
  /** Whether Enter in this field has just saved it. */
  isSaved: boolean
  isOfficial: boolean
}

function FinalRow({ row, field, isFocused, isSaved, isOfficial }: FinalRowProps) {
  const { code, country, runningOrder, song } = row
  const { typed, was, error, storedNow } = field
  const id = `points-${code}`
  const described = [error && `${id}-error`, storedNow !== undefined && `${id}-stored`].filter(Boolean)
  return (
    <li className="border-line border-b py-1">
      <div className="grid min-h-12 grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <span className="num text-right text-[1.375rem] text-muted">{runningOrder}</span>
        <Flag code={code} />
        <div>
          <label className="wrap-anywhere block font-bold leading-[1.25]" htmlFor={id}>
            {country}
          </label>
          {isSaved && (
            <span className="text-ok text-sm" role="status">
              Saved
            </span>
          )}
          {!isSaved && song === 'on-stage' && <span className="text-sm">On stage now</span>}
        </div>
        <input
          className={`${getControlClass('number')} scroll-mb-18`}
          id={id}
          name={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed}
          readOnly={isOfficial}
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
