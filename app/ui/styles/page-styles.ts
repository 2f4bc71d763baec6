import { createContext } from 'react'

/**
 * The style sheet that a public page contains, so that its text waits for no second request. entry.server sets it for
 * pages without a linked one; undefined on others and in the browser.
 */
export const InlineStylesContext = createContext<string | undefined>(undefined)
