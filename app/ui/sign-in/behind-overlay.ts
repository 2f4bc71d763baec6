import { createContext } from 'react'

/** True inside the blurred copy behind the sign-in card, which must not have a second `main` or h1 (D21). */
export const BehindOverlayContext = createContext(false)
