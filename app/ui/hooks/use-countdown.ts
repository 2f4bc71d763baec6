import { useEffect, useState } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { useHydrated } from './use-hydrated.ts'

const minute = 60_000

/**
 * How long a round is open still, in ms; null without one. It begins with what the server sent and is drawn anew with
 * every minute. Neither the visitor's clock nor zone matters: only the time since the answer came is counted.
 */
export function useCountdown(closing: NextDeadlineView | null): number | null {
  const [counted, setCounted] = useState({ closing, leftMs: closing?.remainingMs ?? null })
  const [isFirst] = useState(!useHydrated())
  const [first] = useState(closing)
  useEffect(() => {
    if (!closing) return
    const toldAt = isFirst && closing === first ? getDocumentReceivedAt() : performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      const leftMs = Math.max(0, Math.ceil(closing.remainingMs - (performance.now() - toldAt)))
      setCounted({ closing, leftMs })
      if (leftMs > 0) timer = setTimeout(count, (leftMs % minute) + 1)
    }
    count()
    return () => clearTimeout(timer)
  }, [closing, first, isFirst])
  return counted.closing === closing ? counted.leftMs : (closing?.remainingMs ?? null)
}

/** Whether a round has closed while its page was open. */
export function useHasRoundClosed(closing: NextDeadlineView | null): boolean {
  return useCountdown(closing) === 0
}

/** When the first bytes of the document came, in ms of the browser's counter: script may arrive much later. */
function getDocumentReceivedAt(): number {
  const [document] = performance.getEntriesByType('navigation')
  return document instanceof PerformanceNavigationTiming ? document.responseStart : 0
}
