import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/** The window event of a link that fetches something before it navigates. */
export const NAVIGATION_STARTED = 'douze-leaving'

/** A navigation that is faster than this shows no bar. */
const LOADING_DELAY_MS = 400

/** Above everything, at the top of the window. It grows once and never to its end: how long loading takes is unknown. */
const look =
  'fixed inset-x-0 top-0 z-40 h-[3px] origin-left [scale:0.9_1] animate-[grow_8s_cubic-bezier(0.1,0.7,0.3,1)] bg-spot'

/** A thin bar, and an announcement for screen readers, while script waits for a page or a form's response. */
export function LoadingBar() {
  const isHydrated = useHydrated()
  const isSlow = useIsDelayed(useIsLoading())
  if (!isHydrated) return null
  return (
    <>
      <Announcement>{isSlow ? 'Loading…' : ''}</Announcement>
      {isSlow && <div className={look} data-loading-bar />}
    </>
  )
}

/** Whether a page is loading: first its module, then its data. */
function useIsLoading(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isPreloading, setIsPreloading] = useState(false)
  useEffect(() => {
    const handleStart = () => setIsPreloading(true)
    // The browser may restore this page from its back/forward cache: the bar must be gone then.
    const handleHide = () => setIsPreloading(false)
    addEventListener(NAVIGATION_STARTED, handleStart)
    addEventListener('pagehide', handleHide)
    return () => {
      removeEventListener(NAVIGATION_STARTED, handleStart)
      removeEventListener('pagehide', handleHide)
    }
  }, [])
  useEffect(() => {
    if (isNavigating) setIsPreloading(false)
  }, [isNavigating])
  return isPreloading || isNavigating
}

/** True once `isLoading` has been true for LOADING_DELAY_MS. */
function useIsDelayed(isLoading: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsDelayed(true), LOADING_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsDelayed(false)
    }
  }, [isLoading])
  return isDelayed
}
