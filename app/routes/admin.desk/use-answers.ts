import { useEffect, useState } from 'react'
import type { DeskEnd, DeskState } from '#app/server/desk/desk-state.server.ts'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { askAgain } from '#app/ui/hooks/ask-again.ts'
import { type Change, receive } from './open-desk.ts'
import type { DeskView } from './view.ts'

/** Asks what other desks entered, until the round is official. Returns why nothing of them is seen; empty when it is. */
export function useAnswers(loaded: DeskView, change: (change: Change) => void): string {
  const [blind, setBlind] = useState('')
  const { season, round, isOfficial } = loaded
  const url = `/admin/desk.json?season=${season}&round=${round.roundNumber}`
  useEffect(() => {
    setBlind('')
    if (isOfficial) return
    return askAgain({
      url,
      seconds: 5,
      take(answer) {
        const { status = 0, body } = answer ?? {}
        if (status === 200 || status === 304 || status === 401) setSessionEnded(status === 401)
        setBlind(status && status < 500 ? '' : awayText)
        if (status === 401) return 'stop'
        if (status === 304) return 'taken'
        if (!isAnswer(body)) return 'again'
        if ('ended' in body) {
          setBlind(body.ended)
          return 'stop'
        }
        change((last) => (last.loaded === loaded ? receive(last, { ...last.view, ...body }) : last))
        return body.isOfficial ? 'stop' : 'taken'
      },
    })
  }, [url, loaded, isOfficial, change])
  return blind
}

const awayText = 'No answer: other desks are not shown.'

function isAnswer(answer: unknown): answer is DeskState | DeskEnd {
  return typeof answer === 'object' && answer !== null && ('rows' in answer || 'ended' in answer)
}
