import { useLocation } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'

/** Whether the visitor's session is known to have ended while this page is open; shared by all its components. */
let hasEnded = false
const listeners = new Set<() => void>()

/** Shows or hides the message; the next navigation hides it. */
export function setSessionEnded(isEnded: boolean): void {
  hasEnded = isEnded
  for (const listener of listeners) listener()
}

export function useHasSessionEnded(): boolean {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect ends with each navigation.
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
