import type { IncomingMessage } from 'node:http'
import type { Visitor } from '#app/auth/permissions.ts'
import { findSessionVisitor } from '#app/auth/session/session.server.ts'
import { findSessionId } from '#app/auth/session/session-cookie.server.ts'
import { config } from '#app/config.server.ts'
import { resolveTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { findOwnTeam } from '#app/server/game-context.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { describeError, logBuffered } from '#app/server/monitoring/log.server.ts'
import { isPublicHost } from '#app/server/request/public-host.server.ts'
import { matchesEtag } from '#app/server/response/etag.server.ts'
import { clock, db, systemNow } from '#db/connection.server.ts'
import { createAnswerTurns } from './answer-turns.server.ts'
import { type Evening, readEveningOnce } from './evening.server.ts'
import { toLiveEtag } from './live-etag.server.ts'
import { loadLive } from './live-view.server.ts'
import type { LiveAnswer } from './send-live-answer.server.ts'

/** Where the script of the live page asks whether something is new. */
export const liveAnswerPath = '/game/live.json'

const { host } = new URL(config.origin)

/** Whether a request is one of the live page's script: one to another host or with a body is checked like every other. */
export function asksForLiveAnswer({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || url !== liveAnswerPath || !isPublicHost(headers.host, host)) return false
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/**
 * The answer for a manager who hides nothing, while a round is on the air. Almost all who ask have the newest one, so a look at the
 * session and some numbers is enough; after a press three queries of the manager's own, and the rest is in memory: no page of Remix
 * is needed. 'put-off' beyond `capacity.liveAnswers` or `capacity.liveQuestions` at once, 'signed-out' without a session. Undefined
 * where the route has to answer: who hides results, no team, no show on the air, the database away.
 */
type LiveAnswers = (request: IncomingMessage) => Promise<LiveAnswer | undefined>

/** Returns what answers the questions of the live page's script; `isSaving`: whether a save is in flight. */
export function createLiveAnswers(isSaving: () => boolean): LiveAnswers {
  const waitForTurn = createAnswerTurns(isSaving)
  let [questionCount, answerCount] = [0, 0]

  async function find({ headers, socket }: IncomingMessage, id: string): Promise<LiveAnswer | undefined> {
    const visitor = await findSessionVisitor(db, id, systemNow())
    if (!visitor) return 'signed-out'
    const { versions, evening, lastRound } = await readEveningOnce()
    const etag = toLiveEtag(visitor, versions, lastRound)
    if (matchesEtag(headers['if-none-match'], etag)) return { etag }
    if (!evening || visitor.resultsChoice.kind === 'hide') return undefined
    if (answerCount >= capacity.liveAnswers) return 'put-off'
    answerCount += 1
    try {
      await waitForTurn(() => socket.destroyed)
      if (socket.destroyed) return 'gone'
      const body = await writeAnswer(visitor, evening, headers.cookie ?? null)
      return body === null ? undefined : { etag, body }
    } finally {
      answerCount -= 1
    }
  }

  return async (request) => {
    const id = findSessionId(request.headers.cookie ?? null)
    if (!id) return 'signed-out'
    if (questionCount >= capacity.liveQuestions) return 'put-off'
    questionCount += 1
    try {
      return await find(request, id)
    } catch (error) {
      logFailure(error)
      return undefined
    } finally {
      questionCount -= 1
    }
  }
}

/** The answer as JSON; null without a team. */
async function writeAnswer(
  visitor: Visitor,
  evening: Evening,
  cookie: string | null,
): Promise<string | null> {
  const now = await clock(db)
  const own = await findOwnTeam({ ...evening, revealedRound: Number.POSITIVE_INFINITY }, visitor)
  if (!own) return null
  const { timeZone } = resolveTimeZone({ headers: { get: () => cookie } }, evening.contest.timeZone)
  return JSON.stringify(await loadLive(db, { evening, ...own, now, timeZone }))
}

/** How often a failure is logged, in ms. */
const logEvery = 60_000
let failureLoggedAt = Number.NEGATIVE_INFINITY

/** Logs why a question goes on to the route, which takes a hundred times as long. */
function logFailure(error: unknown): void {
  const now = performance.now()
  if (now - failureLoggedAt < logEvery) return
  failureLoggedAt = now
  logBuffered('error', 'live-not-answered', describeError(error))
}
