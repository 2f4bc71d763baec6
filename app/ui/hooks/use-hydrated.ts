import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first drawing, true once script runs: then a modal dialog makes the rest inert. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
