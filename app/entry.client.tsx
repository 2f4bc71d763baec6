import { RemixBrowser } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import { showServedPage, watchPage } from '#app/ui/page-changes.ts'
import { countReloads, maxReloads, settle } from '#app/ui/reloads.ts'

// Browsers hide the attribute from script, but not the property. Hydration must render the same nonce as the server.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

/**
 * Waits until Remix has decoded the page's data. With single fetch `RemixBrowser` throws a promise for it at the root,
 * outside of any Suspense; an input event meanwhile makes React 18 render synchronously and fail with error 345, 'Root did
 * not complete' (remix-run/remix#10214, remix-run/react-router#12763). Called here first, `RemixBrowser` throws the promise
 * before it reaches a hook, and has the data when React calls it. It would throw anything else there again.
 */
async function waitForData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

/**
 * Hydrates in one task, so that nobody changes the page meanwhile. Where it is not the server's all the same, React would draw it
 * anew, without what only the server renders: it waits for ever instead, and the page stays and works without script (D55).
 */
function App() {
  const isHydrated = useHydrated()
  const [isHydrating] = useState(!isHydrated)
  if (!isHydrating) throw new Promise(() => {})
  useState(showServedPage)
  // After what the page's own effects have thrown is shown.
  useEffect(() => void setTimeout(settle), [])
  return (
    <NonceContext.Provider value={nonce}>
      <RemixBrowser />
    </NonceContext.Provider>
  )
}

async function hydrate(): Promise<void> {
  watchPage()
  await waitForData()
  hydrateRoot(document, <App />)
}

/** What React, Remix and the pages need. Where some of it is missing, the page stays what the server sent (docs/browsers.md). */
function canHydrate(): boolean {
  const classes = ['ReadableStream', 'TextEncoderStream', 'HTMLDialogElement', 'SubmitEvent']
  try {
    // Safari refuses the hundredth within 30 s.
    history.replaceState(history.state, '')
  } catch {
    return false
  }
  return (
    classes.every((name) => name in window) &&
    'showModal' in HTMLDialogElement.prototype &&
    'submitter' in SubmitEvent.prototype &&
    'timeout' in AbortSignal &&
    'at' in Array.prototype
  )
}

if (countReloads() < maxReloads && canHydrate()) void hydrate()
