import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/** Fired on the window by whatever fetches something before it navigates. */
export const NAVIGATION_STARTED = 'douze-leaving'

/** What is there sooner than this, in ms, needs no sign. */
const LOADING_DELAY_MS = 400

/** A thin bar, and a word for whoever does not see it, while script waits for a page or for the answer to a press. */
export function LoadingBar() {
  const isHydrated = useHydrated()
  const isLate = useIsDelayed(useIsLoading())
  if (!isHydrated) return null
  return (
    <>
      <Announcement>{isLate ? 'Loading…' : ''}</Announcement>
      {isLate && <div className="busy" />}
    </>
  )
}

/** Whether a page is being fetched: its script first, then what it shows. */
function useIsLoading(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    const leave = () => setIsLeaving(true)
    // A page that the browser keeps for Back is not on its way when it is shown again.
    const stay = () => setIsLeaving(false)
    addEventListener(NAVIGATION_STARTED, leave)
    addEventListener('pagehide', stay)
    return () => {
      removeEventListener(NAVIGATION_STARTED, leave)
      removeEventListener('pagehide', stay)
    }
  }, [])
  useEffect(() => {
    if (isNavigating) setIsLeaving(false)
  }, [isNavigating])
  return isLeaving || isNavigating
}

function useIsDelayed(isOnItsWay: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setTimeout(() => setIsLate(true), LOADING_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isOnItsWay])
  return isLate
}
