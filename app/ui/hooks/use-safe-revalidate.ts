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
