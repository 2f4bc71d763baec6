import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A draft that the server sent and the hand changes. Every change is shown at once and written to the address
 * of the page (D16), so that reload, Back and a lost script find it again. When the server sends anew, that holds;
 * when its answer got lost, everything stays as it is.
 */
export function useDraft<Draft>(sent: Draft, isLost: boolean, addressOf: (draft: Draft) => string) {
  const [shown, setShown] = useState({ sent, draft: sent })
  const draft = isLost || shown.sent === sent ? shown.draft : sent

  /** Shows the next draft; `focus` is the value of the button that keeps the focus, when it still can. */
  function change(next: Draft, focus?: string | null): void {
    flushSync(() => setShown({ sent, draft: next }))
    history.replaceState(history.state, '', addressOf(next))
    if (focus) focusOn(focus)
  }

  return [draft, change] as const
}

function focusOn(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]:enabled`)?.focus()
}

/** The intent of the button that submits a form; the form's default when it was submitted otherwise. */
export function pressedIntent(event: Event, byDefault: string): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement ? button.value : byDefault
}
