import { useLocation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const unsavedPattern = /[?&](picks|teamName|managerName|order)=/

interface DraftOptions<Draft> {
  hasFailed: boolean
  /** The page's address with a draft. */
  toHref: (draft: Draft) => string
  /** 'team-draft=17.': the name of its cookie, and what its value begins with. */
  cookie: string
}

/**
 * A draft that starts from the server's data and changes in the browser. Every change renders at once and is written to
 * the page's address (D16), so that reload, Back and a page without script restore it. Server data after a navigation or a
 * submit replaces the draft; a failed request (`hasFailed`) or a mere revalidation does not.
 */
export function useDraft<Draft>(serverDraft: Draft, { hasFailed, toHref, cookie }: DraftOptions<Draft>) {
  const { key } = useLocation()
  const [state, setState] = useState({ serverDraft, key, draft: serverDraft })
  const isReplaced = !hasFailed && state.serverDraft !== serverDraft && state.key !== key
  if (isReplaced) setState({ serverDraft, key, draft: serverDraft })
  const draft = isReplaced ? serverDraft : state.draft

  function setDraft(next: Draft): void {
    setState({ serverDraft, key, draft: next })
    const href = toHref(next)
    history.replaceState(history.state, '', href)
    // Left unsaved, it is there when the visitor comes back (D52).
    const isUnsaved = unsavedPattern.test(href)
    // Another tab may have left the stored one.
    if (!isUnsaved && !unsavedPattern.test(toHref(draft))) return
    const end = isUnsaved ? '' : '; Max-Age=0'
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${cookie}${href.split('?')[1]}; Path=/game; SameSite=Lax${secure}${end}`
  }

  /** Renders the next draft at once; `focus` is the value of the button that keeps the focus, if it is still enabled. */
  function changeDraft(next: Draft, focus?: string | null): void {
    flushSync(() => setDraft(next))
    if (focus) focusDraftButton(focus)
  }

  return { draft, change: changeDraft, restore: setDraft }
}

/** On the server React warns about useLayoutEffect, which does nothing there. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Calls `onInput` once with what a form's fields hold when the page hydrates: the visitor may have typed before, and the
 * next render would reset controlled fields. It runs in a layout effect, before an event or a render can come in between.
 */
export function usePreHydrationInput(formId: string, onInput: (fields: FormData) => void): void {
  const [initialOnInput] = useState(() => onInput)
  useIsomorphicLayoutEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) initialOnInput(new FormData(form))
  }, [formId, initialOnInput])
}

function focusDraftButton(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]:enabled`)?.focus()
}

/** The intent of the button that submits a form; `defaultIntent` when no button did. */
export function getSubmittedIntent(event: Event, defaultIntent: string): string {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement ? button.value : defaultIntent
}
