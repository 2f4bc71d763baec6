import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A draft that the server sent and the hand changes. Every change is shown at once and written to the address
 * of the page (D16), so that reload, Back and a lost script find it again. What the server sends for a new address, or
 * in answer to a press, holds; when its answer got lost, or the same page was only asked for anew, the draft stays.
 */
export function useDraft<Draft>(sent: Draft, isLost: boolean, addressOf: (draft: Draft) => string) {
  const { key } = useLocation()
  const [shown, setShown] = useState({ sent, key, draft: sent })
  const isNew = !isLost && shown.sent !== sent && shown.key !== key
  if (isNew) setShown({ sent, key, draft: sent })
  const draft = isNew ? sent : shown.draft

  /** Shows the next draft; `focus` is the value of the button that keeps the focus, when it still can. */
  function change(next: Draft, focus?: string | null): void {
    flushSync(() => setShown({ sent, key, draft: next }))
    history.replaceState(history.state, '', addressOf(next))
    if (focus) focusOn(focus)
  }

  return [draft, change] as const
}

/**
 * Hands over, once, what a form's fields hold when script arrives: on a slow line a fast hand has typed before,
 * and React puts its own values back with the next drawing.
 */
export function useEarlyHand(formId: string, take: (fields: FormData) => void): void {
  const first = useRef(take)
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const fields = new FormData(form)
    // Later, because a change is drawn at once and React is still drawing here.
    queueMicrotask(() => first.current(fields))
  }, [formId])
}

function focusOn(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]:enabled`)?.focus()
}

/** The intent of the button that submits a form; the form's default when it was submitted otherwise. */
export function pressedIntent(event: Event, byDefault: string): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement ? button.value : byDefault
}
