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
