import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { useRootData } from '#app/ui/root-data.ts'

/**
 * Revalidates the page's data and leaves a draft on the page alone. It first checks that the server responds and that
 * the session still exists: a failed request would replace the page with an error card, an ended session with the
 * sign-in card, and either would lose the draft. It waits for a pending save or navigation, because revalidating
 * cancels that response, and with it the toast about the save.
 */
export function useSafeRevalidate(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  const [isDue, setIsDue] = useState(false)
  const wasSignedIn = useRef(false)
  wasSignedIn.current = useRootData()?.isSignedIn ?? false
  // Created once, because effects depend on it; what it reads from later renders is in refs and setters.
  const [refresh] = useState(() => async () => {
    const isSignedIn = await fetchIsSignedIn()
    if (isSignedIn === null) return
    const hasEnded = wasSignedIn.current && !isSignedIn
    setSessionEnded(hasEnded)
    if (!hasEnded) setIsDue(true)
  })
  useEffect(() => {
    if (!isDue || !isIdle) return
    setIsDue(false)
    revalidate()
  }, [isDue, isIdle, revalidate])
  return refresh
}

/** Whether the visitor is signed in; null when the request failed. */
async function fetchIsSignedIn(): Promise<boolean | null> {
  try {
    const response = await fetch('/auth/session', { cache: 'no-store' })
    const session: unknown = response.ok ? await response.json() : null
    if (typeof session !== 'object' || session === null || !('isSignedIn' in session)) return null
    return session.isSignedIn === true
  } catch {
    return null
  }
}

/**
 * Revalidates a page that Back or Forward restores from the browser's back/forward cache (where Chromium keeps no-store
 * pages too): the session may have ended and another tab may have saved. A draft on the page stays.
 *
 * Stores the browser's time zone in a cookie (D19), so that the server formats every time, and revalidates when `requestZone`, the
 * zone in the cookie of the page's own request, differs from it; it is undefined when the root's data is missing. The server
 * returns even a zone that it does not know, so that there is no second attempt.
 */
export function useRefreshes(requestZone: string | null | undefined): void {
  const refresh = useSafeRevalidate()
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh()
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [refresh])
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
