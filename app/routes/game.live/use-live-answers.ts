import { useEffect, useState } from 'react'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { useSafeRevalidate } from '#app/ui/hooks/use-safe-revalidate.ts'

/** What the visitor sees while the page asks again by itself, and how it starts and stops. */
export interface Asking {
  isOn: boolean
  setOn: (isOn: boolean) => void
}

type Answer = Omit<LiveView, 'every'>
/** 'same': nothing is new. 'ended': the show's results are official, or the session has ended. 'failed': no answer in time. */
type Outcome = { kind: 'same' | 'ended' | 'failed' } | { kind: 'new'; answer: Answer; etag: string | null }

const timeoutMs = 10_000
/** After a failure, in seconds. */
const longestSeconds = 60

/**
 * The newest answer beside the one that the page came with. It asks only after a press (D41) and while the page is visible,
 * at the interval that the server sets, spread by a fifth.
 */
export function useLiveAnswers(loaded: LiveView): { view: LiveView; asking: Asking } {
  const [isOn, setOn] = useState(false)
  const [newest, setNewest] = useState<{ loaded: LiveView; answer: Answer }>()
  const revalidate = useSafeRevalidate()
  useEffect(() => {
    if (!isOn) return
    let etag: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let seconds = 10
    let isAsking = false

    async function ask(): Promise<void> {
      if (isAsking || document.hidden) return
      isAsking = true
      const { outcome, askAgain } = await fetchAnswer(etag)
      isAsking = false
      if (timer === undefined) return
      seconds = askAgain
      // The page leads on, or shows the bar of hidden results; when that fails it is tried again.
      if (outcome.kind === 'ended') void revalidate()
      if (outcome.kind === 'new') {
        etag = outcome.etag
        setNewest({ loaded, answer: outcome.answer })
        if (outcome.answer.isHidden !== loaded.isHidden) void revalidate()
      }
      schedule()
    }

    function schedule(): void {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), seconds * 1000 * (0.8 + 0.4 * Math.random()))
    }

    const askWhenVisible = () => void ask()
    document.addEventListener('visibilitychange', askWhenVisible)
    schedule()
    return () => {
      clearTimeout(timer)
      timer = undefined
      document.removeEventListener('visibilitychange', askWhenVisible)
    }
  }, [isOn, loaded, revalidate])
  const view = newest?.loaded === loaded ? { ...loaded, ...newest.answer } : loaded
  return { view, asking: { isOn, setOn } }
}

async function fetchAnswer(etag: string | null): Promise<{ outcome: Outcome; askAgain: number }> {
  try {
    const response = await fetch('/game/live.json', {
      cache: 'no-store',
      headers: etag === null ? {} : { 'If-None-Match': etag },
      signal: AbortSignal.timeout(timeoutMs),
    })
    setSessionEnded(response.status === 401)
    const askAgain = Number(response.headers.get('Ask-Again')) || longestSeconds
    return { outcome: await readOutcome(response), askAgain }
  } catch {
    return { outcome: { kind: 'failed' }, askAgain: longestSeconds }
  }
}

async function readOutcome(response: Response): Promise<Outcome> {
  if (response.status === 304) return { kind: 'same' }
  if (!response.ok) return { kind: 'failed' }
  const answer: unknown = await response.json()
  if (isAnswer(answer)) return { kind: 'new', answer, etag: response.headers.get('ETag') }
  return { kind: 'ended' }
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'lines' in answer
}
