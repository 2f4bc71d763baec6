import { useLocation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useState } from 'react'
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

  function setDraft(next: Draft): void {
    setShown({ sent, key, draft: next })
    history.replaceState(history.state, '', addressOf(next))
  }

  /** Shows the next draft at once; `focus` is the value of the button that keeps the focus, when it still can. */
  function changeDraft(next: Draft, focus?: string | null): void {
    flushSync(() => setDraft(next))
    if (focus) focusDraftButton(focus)
  }

  return { draft, change: changeDraft, keep: setDraft }
}

/** React has nothing to do after drawing on a server, and complains there. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Hands over, once, what a form's fields hold when script arrives: a fast hand has typed before, and React puts its
 * own values back with the next drawing. So `take` keeps them before that: a press would be forgotten if it came
 * in between, and the place in the text too.
 */
export function usePreHydrationInput(formId: string, take: (fields: FormData) => void): void {
  const [first] = useState(() => take)
  useIsomorphicLayoutEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) first(new FormData(form))
  }, [formId, first])
}

function focusDraftButton(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]:enabled`)?.focus()
}

/** The intent of the button that submits a form; the form's default when it was submitted otherwise. */
export function getSubmittedIntent(event: Event, byDefault: string): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement ? button.value : byDefault
}
