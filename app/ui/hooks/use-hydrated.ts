import { useSyncExternalStore } from 'react'

/** Nothing ever changes: React renders again by itself after hydration. */
const subscribeToNothing = () => () => {}

/** False on the server and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
