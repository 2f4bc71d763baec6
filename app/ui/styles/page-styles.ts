import { createContext } from 'react'

/** The style sheet of a page whose routes link none: in the document itself, or its address. */
export type PageStyles = { inline: string } | { linked: string }

/** Set by entry.server; undefined on pages whose routes link a sheet, and in the browser. */
export const PageStylesContext = createContext<PageStyles | undefined>(undefined)
