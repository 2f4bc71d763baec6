import { useState } from 'react'
import { toFieldText } from '#app/game/scoring/desk-draft.ts'
import type { DeskRow } from '#app/server/desk/desk-state.server.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import type { Desk } from './use-desk.ts'

/** More of them say nothing new. */
const SHOWN_PROBLEMS = 40

/** The final's points as lines: read by the server, stored when all of them are understood. */
export function PasteField({ desk }: { desk: Desk }) {
  const { view, refused } = desk
  const problems = refused?.problems ?? []
  const shown = problems.slice(0, SHOWN_PROBLEMS)
  // The text is about what was stored when it was begun: what another desk enters meanwhile is not replaced unseen.
  const [rows] = useState(view.rows)
  const { was } = refused ?? view.draft
  return (
    <div className="grid gap-4 pt-4">
      {rows.map((row) => (
        <KeptField key={row.code} row={row} field={desk.fieldOf(row)} was={was[row.code]} />
      ))}
      <TextAreaField
        isTall
        id="pasted"
        name="pasted"
        label="One country a line"
        help="“Austria 436”, “436 AT” or a copied table. Countries that are not in it stay as they are."
        error={refused?.text}
        value={desk.text}
        onChange={({ currentTarget }) => desk.paste(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {shown.length > 0 && (
        <div role="alert">
          <ol className="border-line border-t">
            {shown.map(({ line, text, reason }) => (
              <li key={line} className="grid grid-cols-[5.5rem_minmax(0,1fr)] border-line border-b py-2">
                <span className="num text-bad text-num-sm">Line {line}</span>
                <span>
                  <b className="wrap-anywhere block">“{text}”</b>
                  <span className="wrap-anywhere text-muted text-sm">{reason}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {problems.length > shown.length && <p>And {problems.length - shown.length} more lines.</p>}
      <Button variant="line" name="intent" value="paste">
        Save
      </Button>
    </div>
  )
}

interface KeptFieldProps {
  row: DeskRow
  field: ReturnType<Desk['fieldOf']>
  /** What was stored when the text was begun, where that is not the row's. */
  was: string | undefined
}

/** What was stored of a country, and what is not saved of its field. */
function KeptField({ row: { code, points }, field, was = toFieldText(points) }: KeptFieldProps) {
  return (
    <>
      <input type="hidden" name={`was-${code}`} value={field.isEdited ? field.was : was} />
      {field.isEdited && <input type="hidden" name={`points-${code}`} value={field.typed} />}
    </>
  )
}
