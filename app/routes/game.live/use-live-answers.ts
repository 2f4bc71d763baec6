import { useEffect, useState } from 'react'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { askAgain } from '#app/ui/hooks/ask-again.ts'
import { useSafeRevalidate } from '#app/ui/hooks/use-safe-revalidate.ts'

/** What the visitor sees while the page asks again by itself, and how it starts and stops. */
export interface Asking {
  isOn: boolean
  /** The interval that the server set last; a minute after a failure. */
  seconds: number
  setOn: (isOn: boolean) => void
}

type Answer = Omit<LiveView, 'every'>

/** Until the server says another. */
const firstSeconds = 10
/** On the page that replaces one which loads itself anew: the visitor's choice goes with it. */
const chosenHash = '#refreshing'
/** After a question without an answer, as `askAgain` waits then. */
const secondsAfterFailure = 60

/**
 * The newest answer beside the one that the page came with. It asks only after a press (D41) and while the page is visible,
 * at the interval that the server sets. A page that loads itself anew, hidden or not, because its link was pressed before this ran, is
 * replaced by one that asks.
 */
export function useLiveAnswers(loaded: LiveView): { view: LiveView; asking: Asking } {
  const [isOn, setOn] = useState(false)
  const [seconds, setSeconds] = useState(firstSeconds)
  const [newest, setNewest] = useState<{ loaded: LiveView; answer: Answer }>()
  const revalidate = useSafeRevalidate()
  const { every } = loaded
  useEffect(() => {
    // Only a new document is without the Refresh header.
    if (every) location.replace(`/game/live${chosenHash}`)
    else if (location.hash === chosenHash) setOn(true)
  }, [every])
  useEffect(() => {
    if (!isOn) return
    setSeconds(firstSeconds)
    return askAgain({
      url: '/game/live.json',
      seconds: firstSeconds,
      take(answer) {
        const { status = 0, headers, body } = answer ?? {}
        setSeconds(Number(headers?.get('Ask-Again')) || secondsAfterFailure)
        if ([200, 304, 401].includes(status)) setSessionEnded(status === 401)
        if (status === 304) return 'taken'
        // 204: the server had no time for it, and is asked again soon.
        if (status !== 200) return 'again'
        if (!isAnswer(body)) {
          // The page leads on; when that fails it is tried again.
          void revalidate()
          return 'again'
        }
        setNewest({ loaded, answer: body })
        // The bar of hidden results comes or goes with it.
        if (body.isHidden !== loaded.isHidden) void revalidate()
        return 'taken'
      },
    })
  }, [isOn, loaded, revalidate])
  const view = newest?.loaded === loaded ? { ...loaded, ...newest.answer } : loaded
  return {
    view,
    asking: {
      isOn,
      seconds,
      setOn(isNowOn) {
        setOn(isNowOn)
        if (location.hash === chosenHash) history.replaceState(history.state, '', location.pathname)
      },
    },
  }
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'lines' in answer
}
