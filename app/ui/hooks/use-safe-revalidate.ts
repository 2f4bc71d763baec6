import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { useRootData } from '#app/ui/root-data.ts'

/**
 * Asks the server for the page's data anew, with what it holds left as it is. First whether the server answers at
 * all, and to whom: an answer that gets lost on the way would put an error card in the page's place, a session that
 * has ended the sign-in card, and the draft would go with either. While a save or another page is under way it waits
 * for that: to ask anew then would drop the answer under way, and with it the toast that tells of the save.
 */
export function useSafeRevalidate(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  const [isDue, setIsDue] = useState(false)
  const wasSignedIn = useRef(false)
  wasSignedIn.current = useRootData()?.isSignedIn ?? false
  // The first one, because there is a new one with every refresh, and they all do the same.
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

/** Whether the visitor is signed in; null when the server does not say. */
async function fetchIsSignedIn(): Promise<boolean | null> {
  try {
    const answer = await fetch('/auth/session', { cache: 'no-store' })
    const told: unknown = answer.ok ? await answer.json() : null
    if (typeof told !== 'object' || told === null || !('isSignedIn' in told)) return null
    return told.isSignedIn === true
  } catch {
    return null
  }
}
