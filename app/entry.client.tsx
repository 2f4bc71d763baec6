import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '#app/ui/nonce.ts'

// The attribute is hidden from script, the property is not: the first drawing must match the server's.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

/**
 * Waits until Remix has read the page's data. With single fetch `RemixBrowser` throws the promise of that at the root,
 * outside of any Suspense; a key or a press meanwhile makes React 18 draw at once, and it gives the page up with error 345,
 * 'Root did not complete' (remix-run/remix#10214, remix-run/react-router#12763). Called here first, it throws before it
 * reaches a hook, and finds the data read when React calls it. Anything else that it throws React will meet again.
 */
async function readData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

void readData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <NonceContext.Provider value={nonce}>
        <RemixBrowser />
      </NonceContext.Provider>,
    )
  }),
)
