import { useLocation } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'

/** Whether this page was told that its visitor's session has ended. Everybody on the page hears of it. */
let hasEnded = false
const listeners = new Set<() => void>()

/** The page stays as it is; what is said of it goes with the next page. */
export function setSessionEnded(isEnded: boolean): void {
  hasEnded = isEnded
  for (const listener of listeners) listener()
}

/** Whether the session ended while this page was open and nobody pressed anything. */
export function useHasSessionEnded(): boolean {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page.
  useEffect(() => () => setSessionEnded(false), [key])
  return useSyncExternalStore(
    subscribe,
    () => hasEnded,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
