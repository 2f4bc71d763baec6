import { useState } from 'react'
import { toFieldText } from '#app/game/scoring/desk-draft.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import type { DeskView, RefusedDesk } from './view.ts'

interface PasteFieldProps {
  view: DeskView
  refused: RefusedDesk | undefined
}

/** More of them say nothing new. */
const SHOWN_PROBLEMS = 40

/** The final's points as lines: read by the server, stored when all of them are understood. */
export function PasteField({ view, refused }: PasteFieldProps) {
  const problems = refused?.problems ?? []
  const shown = problems.slice(0, SHOWN_PROBLEMS)
  // The text is about what was stored when it was begun: what another desk enters meanwhile is not replaced unseen.
  const [rows] = useState(view.rows)
  const { was } = refused ?? view.draft
  return (
    <div className="grid gap-4 pt-4">
      {rows.map(({ code, points }) => (
        <input key={code} type="hidden" name={`was-${code}`} value={was[code] ?? toFieldText(points)} />
      ))}
      <TextAreaField
        isTall
        id="pasted"
        name="pasted"
        label="One country a line"
        help="“Austria 436”, “436 AT” or a copied table. Countries that are not in it stay as they are."
        error={refused?.text}
        defaultValue={refused?.pasted ?? view.draft.pasted}
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
