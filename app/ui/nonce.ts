import { createContext } from 'react'

/**
 * The nonce of this page's scripts; undefined when the page has none. entry.server sets it for pages whose route exports
 * `handle = { hydrates: true }` and that are not errors.
 */
export const NonceContext = createContext<string | undefined>(undefined)
