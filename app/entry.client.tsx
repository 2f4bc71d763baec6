import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { NonceContext } from '#app/ui/nonce.tsx'

// The attribute is hidden from script, the property is not: the first drawing must match the server's.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

startTransition(() => {
  hydrateRoot(
    document,
    <NonceContext.Provider value={nonce}>
      <RemixBrowser />
    </NonceContext.Provider>,
  )
})
