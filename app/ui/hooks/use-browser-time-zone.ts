import { useEffect } from 'react'
import { useSafeRevalidate } from './use-safe-revalidate.ts'

/**
 * Stores the browser's time zone in a cookie (D19), so that the server formats every time. The page's data is revalidated
 * when `requestZone`, the zone in the cookie of the page's own request, differs from the browser's; it is undefined when
 * the root's data is missing. The server returns even a zone that it does not know, so that there is no second attempt.
 */
export function useBrowserTimeZone(requestZone: string | null | undefined): void {
  const refresh = useSafeRevalidate()
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (requestZone !== undefined && requestZone !== zone && storeTimeZone(zone)) void refresh()
  }, [requestZone, refresh])
}

/** Sets the cookie and returns whether the browser stored it: cookies may be disabled. */
function storeTimeZone(zone: string): boolean {
  const pair = `tz=${encodeURIComponent(zone)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${pair}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
  return document.cookie.includes(pair)
}
