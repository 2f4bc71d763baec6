import { createContext } from 'react'

/**
 * The nonce of this page's scripts; undefined means that the page ships none.
 * entry.server gives one to pages whose route has `handle = { hydrates: true }` and that are no error.
 */
export const NonceContext = createContext<string | undefined>(undefined)
