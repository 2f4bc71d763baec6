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
  // Effects of the page that throw have shown their card by then.
  useEffect(() => void setTimeout(settle), [])
  return (
    <NonceContext.Provider value={nonce}>
      <RemixBrowser />
    </NonceContext.Provider>
  )
}

/**
 * Lets `history.replaceState` throw no more: Safari does at the hundredth call within 30 s, and the router would stay in its
 * navigation. Where the address was to change, the page is loaded from there.
 */
function replaceWithoutThrowing(): void {
  const replace = history.replaceState
  history.replaceState = (state, title, url) => {
    try {
      replace.call(history, state, title, url)
    } catch {
      if (url && !location.href.endsWith(`${url}`)) location.replace(url)
    }
  }
}

async function hydrate(): Promise<void> {
  replaceWithoutThrowing()
  watchPage()
  await waitForData()
  hydrateRoot(document, <App />)
}

/** What React, Remix and the pages need. Where some of it is missing, the page stays what the server sent (docs/browsers.md). */
function canHydrate(): boolean {
  try {
    // Throws in Safari at the hundredth call within 30 s.
    history.replaceState(history.state, '')
    // A class that the browser does not know throws, too.
    const needed = [
      ReadableStream,
      TextEncoderStream,
      HTMLDialogElement.prototype.showModal,
      AbortSignal.timeout,
      [].at,
    ]
    return needed.every(Boolean) && 'submitter' in SubmitEvent.prototype
  } catch {
    return false
  }
}

if (countReloads() < maxReloads && canHydrate()) void hydrate()
