import type { ReactNode } from 'react'
import { toReadDraft } from '#app/game/scoring/desk-draft.ts'
import type { PastedPoints } from '#app/game/scoring/pasted-points.ts'
import { scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { Num } from '#app/ui/data/unit.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import type { Desk } from './use-desk.ts'

/** The final's points as lines: read by the server, shown, and stored by a further press when all of them are understood. */
export function PasteField({ desk }: { desk: Desk }) {
  const { view, refused, reading } = desk
  const { problems = [], problemCount = 0 } = refused?.reading ?? {}
  return (
    <div className="grid gap-4 pt-4">
      {view.rows.map((row) => (
        <KeptField key={row.code} code={row.code} field={desk.fieldOf(row)} />
      ))}
      <TextAreaField
        isTall
        id="pasted"
        name="pasted"
        label="One country a line"
        help="“Austria 436”, “436 AT” or a copied table. Countries that are not in it stay as they are."
        error={desk.textError}
        value={desk.kept.pasted}
        onChange={({ currentTarget }) => desk.paste(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {problems.length > 0 && (
        <div role="alert">
          <ol className="border-line border-t">
            {problems.map(({ line, text, reason }) => (
              <Line key={line} start={<span className="text-bad">Line {line}</span>} name={`“${text}”`}>
                {reason}
              </Line>
            ))}
          </ol>
        </div>
      )}
      {problemCount > problems.length && <p>And {problemCount - problems.length} more lines.</p>}
      <input
        type="hidden"
        name="told"
        value={reading ? scoresToQuery(toReadDraft(reading)) : refused?.told}
      />
      {refused?.column !== undefined && !reading?.columns.length && (
        <input type="hidden" name="column" value={refused.column} />
      )}
      {reading && <Reading desk={desk} reading={reading} />}
      <Button variant="line" name="intent" value="paste" {...{ autoFocus: refused?.isPreview }}>
        Save
      </Button>
    </div>
  )
}

/** What a text says: what will change, old → new, or the columns of which one has the points. */
function Reading({ desk: { view, refused }, reading }: { desk: Desk; reading: PastedPoints }) {
  const { points, columns } = reading
  const changes = view.rows.filter((row) => (points[row.code] ?? row.points) !== row.points)
  return (
    <>
      {columns.map(({ column, title, sample }) => (
        <Button key={column} variant="line" name="column" value={column}>
          {title || 'Points'}: {sample}
        </Button>
      ))}
      {refused?.isPreview && <p role="alert">{refused.text}</p>}
      {changes.length > 0 && (
        <ol className="border-line border-t" aria-label="What will change">
          {changes.map((row) => (
            <Line key={row.code} start={`${row.points ?? '–'} → ${points[row.code]}`} name={row.country} />
          ))}
        </ol>
      )}
    </>
  )
}

function Line({ start, name, children }: { start: ReactNode; name: string; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] border-line border-b py-2">
      <Num className="text-num-sm">{start}</Num>
      <span>
        <b className="wrap-anywhere block">{name}</b>
        <span className="wrap-anywhere text-muted text-sm">{children}</span>
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
