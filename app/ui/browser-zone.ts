import { useEffect } from 'react'
import { useRefresh } from './refresh.ts'

/**
 * Tells the server the browser's time zone (D19), where script runs: by a cookie, so that the server prints every
 * time. What is on the page stays as it was sent until the server has sent it anew.
 */
export function useBrowserZone(): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (tellZone()) refresh()
  }, [refresh])
}

/** Whether there was something new to tell, and the browser keeps it. */
function tellZone(): boolean {
  const pair = `tz=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`
  if (isKept(pair)) return false
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${pair}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
  return isKept(pair)
}

function isKept(pair: string): boolean {
  return document.cookie.split('; ').includes(pair)
}
