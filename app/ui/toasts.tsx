import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { useHasSessionEnded } from './ended-session.ts'
import { noteWords } from './note-text.ts'
import type { Words } from './problem-text.ts'
import { useRootData } from './root-data.ts'
import { Toast } from './toast.tsx'

interface ToastsProps {
  refused?: readonly Words[]
  /** What could not be fetched: it takes nothing back of what the page before has to say. */
  unfetched?: Words | null | undefined
}

/** The news at the top of a page's content: what the page before left to say, and what was refused here. */
export function Toasts({ refused = [], unfetched }: ToastsProps) {
  const note = useNote()
  const said = note && noteWords(note)
  const hasSessionEnded = useHasSessionEnded()
  if (!said && !unfetched && !hasSessionEnded && refused.length === 0) return null
  return (
    <div className="wrap toasts">
      {hasSessionEnded && <SessionEnded />}
      {refused.map((words) => (
        <Toast key={words.title} kind="bad" {...words} />
      ))}
      {unfetched && <Toast kind="bad" {...unfetched} />}
      {said && refused.length === 0 && (
        <Toast key={JSON.stringify(note)} kind={said.tone} title={said.title} text={said.text} />
      )}
    </div>
  )
}

/** Another tab signs in, so that this one stays as it is. A save without it leads through the sign-in card and back. */
function SessionEnded() {
  return (
    <Toast
      kind="bad"
      title="You are not signed in any more"
      text={
        <>
          Nothing on this page is lost.{' '}
          <a className="link" href="/auth/sign-in?redirectTo=%2Fgame" target="_blank" rel="noopener">
            Sign in in a new tab
          </a>
          , then go on here.
        </>
      }
    />
  )
}

/** What the page before left to say. It is sent once, and stays until the address changes: the data may come anew. */
function useNote() {
  const note = useRootData()?.note ?? null
  const { key } = useLocation()
  const [kept, setKept] = useState({ note, key })
  if (note && note !== kept.note) setKept({ note, key })
  return note ?? (kept.key === key ? kept.note : null)
}
