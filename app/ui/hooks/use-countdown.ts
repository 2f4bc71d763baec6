import { useEffect, useState } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { useHydrated } from './use-hydrated.ts'

const minute = 60_000

/**
 * The time until a round closes, in ms; null without a round. It starts from the server's value and updates every minute.
 * It measures only the time since the response arrived, so the visitor's clock and time zone do not matter.
 */
export function useCountdown(next: NextDeadlineView | null): number | null {
  const [countdown, setCountdown] = useState({ next, remainingMs: next?.remainingMs ?? null })
  const [isHydrating] = useState(!useHydrated())
  const [initial] = useState(next)
  useEffect(() => {
    if (!next) return
    const receivedAt = isHydrating && next === initial ? getDocumentReceivedAt() : performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      const remainingMs = Math.max(0, Math.ceil(next.remainingMs - (performance.now() - receivedAt)))
      setCountdown({ next, remainingMs })
      if (remainingMs > 0) timer = setTimeout(update, (remainingMs % minute) + 1)
    }
    update()
    return () => clearTimeout(timer)
  }, [next, initial, isHydrating])
  return countdown.next === next ? countdown.remainingMs : (next?.remainingMs ?? null)
}

export function useHasRoundClosed(next: NextDeadlineView | null): boolean {
  return useCountdown(next) === 0
}

/** When the document's first bytes arrived, as `performance.now()` counts: the script may arrive much later. */
function getDocumentReceivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
}
