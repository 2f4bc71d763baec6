import { useEffect } from 'react'
import { useSafeRevalidate } from './use-safe-revalidate.ts'

/**
 * Asks for the page's data anew when Back or Forward brings it as it was left, memory and all (the browser's
 * back/forward cache; Chromium keeps no-store pages there too): the session may have ended and another tab may have
 * saved. A draft on the page stays.
 */
export function useBfcacheRestore(): void {
  const refresh = useSafeRevalidate()
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [refresh])
}
