import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { getFlashMessage } from '#app/ui/messages/flash-messages.ts'
import { useRootData } from '#app/ui/root-data.ts'
import { useHasSessionEnded } from './session-ended.ts'
import { Toast } from './toast.tsx'

interface ToastsProps {
  errors?: readonly ToastMessage[]
  /** What could not be fetched: it takes nothing back of what the page before has to say. */
  loadError?: ToastMessage | null | undefined
}

/** The news at the top of a page's content: what the page before left to say, and what was refused here. */
export function Toasts({ errors: refused = [], loadError: unfetched }: ToastsProps) {
  const note = useFlash()
  const said = note && getFlashMessage(note)
  const hasSessionEnded = useHasSessionEnded()
  if (!said && !unfetched && !hasSessionEnded && refused.length === 0) return null
  return (
    <div className="wrap toasts">
      {hasSessionEnded && <SessionEndedToast />}
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
function SessionEndedToast() {
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
function useFlash() {
  const note = useRootData()?.flash ?? null
  const { key } = useLocation()
  const [kept, setKept] = useState({ note, key })
  if (note && note !== kept.note) setKept({ note, key })
  return note ?? (kept.key === key ? kept.note : null)
}
