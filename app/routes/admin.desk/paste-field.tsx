import type { ReactNode } from 'react'
import { toReadDraft } from '#app/game/scoring/desk-draft.ts'
import { scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { Num } from '#app/ui/data/unit.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import type { Desk } from './use-desk.ts'

/** The final's points as lines, and what they will change, old → new, or the columns of which one has the points. */
export function PasteField({ desk }: { desk: Desk }) {
  const { view, refused, reading } = desk
  const { problems = [], problemCount = 0 } = refused?.reading ?? {}
  const changes = view.rows.filter(({ code, points }) => (reading?.points[code] ?? points) !== points)
  return (
    <div className="grid gap-4 pt-4">
      {view.rows.map((row) => (
        <KeptField key={row.code} code={row.code} field={desk.fieldOf(row)} />
      ))}
      <TextAreaField
        isTall
        id="pasted"
        name="pasted"
        label="One country per line"
        help="“Austria 436” or a copied table. Other countries stay as they are."
        error={desk.textError}
        value={desk.kept.pasted}
        onChange={({ currentTarget }) => desk.paste(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {problems.length > 0 && (
        <div role="alert">
          <ul className="border-line border-t">
            {problems.map(({ line, text, reason }) => (
              <Line key={line} start={`Line ${line}`} name={`“${text}”`}>
                {reason}
              </Line>
            ))}
          </ul>
        </div>
      )}
      {problemCount > problems.length && <p>And {problemCount - problems.length} more lines.</p>}
      <input
        type="hidden"
        name="told"
        value={reading ? scoresToQuery(toReadDraft(reading)) : refused?.told}
      />
      {desk.kept.column !== undefined && !reading?.columns.length && (
        <input type="hidden" name="column" value={desk.kept.column} />
      )}
      {reading?.columns.map(({ column, title, sample }) => (
        <Button key={column} variant="line" name="column" value={column}>
          {title} {sample}
        </Button>
      ))}
      {refused?.isPreview && <p role="alert">{refused.text}</p>}
      {changes.length > 0 && (
        <ul className="border-line border-t" aria-label="Changes">
          {changes.map(({ code, country, points }) => (
            <Line key={code} start={`${points ?? '–'} → ${reading?.points[code]}`} name={country} />
          ))}
        </ul>
      )}
      <Button variant="line" name="intent" value="paste">
        Save
      </Button>
    </div>
  )
}

function Line({ start, name, children }: { start: string; name: string; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] border-line border-b py-2">
      <Num className={children ? 'text-bad text-num-sm' : 'text-num-sm'}>{start}</Num>{' '}
      <span className="wrap-anywhere">
        <b className="block">{name}</b> <span className="text-muted text-sm">{children}</span>
      </span>
    </li>
  )
}

interface KeptFieldProps {
  code: string
  field: ReturnType<Desk['fieldOf']>
}

/** What is not saved of a country's field. */
function KeptField({ code, field: { isEdited, typed, was } }: KeptFieldProps) {
  if (!isEdited) return null
  return (
    <>
      <input type="hidden" name={`points-${code}`} value={typed} />
      <input type="hidden" name={`was-${code}`} value={was} />
    </>
  )
}
