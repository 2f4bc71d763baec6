import { noteWords } from './note-text.ts'
import type { Words } from './problem-text.ts'
import { useRootData } from './root-data.ts'
import { Toast } from './toast.tsx'

/** The news at the top of a page's content: what the page before left to say, and what was refused here. */
export function Toasts({ refused = [] }: { refused?: readonly Words[] }) {
  const note = useRootData()?.note
  const said = note && noteWords(note)
  if (!said && refused.length === 0) return null
  return (
    <div className="wrap toasts">
      {refused.map((words) => (
        <Toast key={words.title} kind="bad" {...words} />
      ))}
      {said && refused.length === 0 && (
        <Toast key={JSON.stringify(note)} kind={said.tone} title={said.title} text={said.text} />
      )}
    </div>
  )
}
