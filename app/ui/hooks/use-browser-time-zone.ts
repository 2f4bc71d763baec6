import { useEffect } from 'react'
import { useSafeRevalidate } from './use-safe-revalidate.ts'

/**
 * Tells the server the browser's time zone (D19), where script runs: by a cookie, so that the server prints every
 * time. What is on the page stays as it was sent until the server has sent it anew: it is asked to whenever `sent`, the
 * zone that came with the question for the page, is another one, also when a second tab told the zone meanwhile.
 * A zone that the server does not know comes back as it was told, so that it is told once; undefined when no page came.
 */
export function useBrowserTimeZone(sent: string | null | undefined): void {
  const refresh = useSafeRevalidate()
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (sent !== undefined && sent !== zone && storeTimeZone(zone)) void refresh()
  }, [sent, refresh])
}

/** Whether the browser keeps it: some keep no cookies. */
function storeTimeZone(zone: string): boolean {
  const pair = `tz=${encodeURIComponent(zone)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${pair}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
  return isCookieStored(pair)
}

function isCookieStored(pair: string): boolean {
  return document.cookie.split('; ').includes(pair)
}
