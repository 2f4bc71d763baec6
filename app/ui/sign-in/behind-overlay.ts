import { createContext, useContext } from 'react'

/** True inside the blurred copy behind the sign-in card: there is no second `main` and no second h1 there (D21). */
export const BehindOverlayContext = createContext(false)

/** Whether this is drawn behind the sign-in card. */
export function useIsBehindOverlay(): boolean {
  return useContext(BehindOverlayContext)
}
