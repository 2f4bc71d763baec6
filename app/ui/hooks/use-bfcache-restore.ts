import { useEffect } from 'react'
import { useSafeRevalidate } from './use-safe-revalidate.ts'

/**
 * Revalidates a page that Back or Forward restores from the browser's back/forward cache (where Chromium keeps no-store
 * pages too): the session may have ended and another tab may have saved. A draft on the page stays.
 */
export function useBfcacheRestore(): void {
  const refresh = useSafeRevalidate()
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh()
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [refresh])
}
