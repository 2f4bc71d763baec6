import { setTimeout as pause } from 'node:timers/promises'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { sendRequest } from '../../load/http-client.ts'
import { monotonicNow } from '../../load/save-log.ts'
import { readWrittenBytes } from '../process-stats.ts'
import { type Observer, untilAllChanged } from './observer.ts'

const closedRound = 1
const settleMs = 1_000

/** The id of the active season. */
export async function findGameId(db: Db): Promise<number> {
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No season is active')
  return contest.id
}

/** Shifts the points by one country, so that the next ranking differs. */
export async function changeScores(db: Db): Promise<void> {
  const gameId = await findGameId(db)
  const stored = await listRoundScores(db, { gameId, roundNumber: closedRound })
  const scores = stored.map(({ entryId }, n) => ({ entryId, points: stored.at(n - 1)?.points ?? 0 }))
  const input = { gameId, roundNumber: closedRound, scores, expectedVersion: null, clock: systemClock }
  const saved = await saveRoundScores(db, input)
  if (!saved.ok) throw new Error(saved.problem)
}

/** Times since the admin's request: until its response, and until every observed page showed the new ranking. */
export interface PublishRun {
  fromAt: number
  answeredAt: number
  shownAt: number
  writtenBytes: number
}

interface PublishRunOptions {
  db: Db
  app: { port: number; pid: number | undefined }
  admin: string
  observer: Observer
}

/** Changes the points and publishes them as an admin. */
export async function runPublish({ db, app, admin, observer }: PublishRunOptions): Promise<PublishRun> {
  await changeScores(db)
  const before = await observer.readAllPages()
  // The new points and the reading of all pages are not part of the publication.
  await pause(settleMs)
  const written = readWrittenBytes(app.pid)
  const shown = untilAllChanged(observer, before)
  shown.catch(() => {})
  const fromAt = monotonicNow()
  const response = await sendRequest({
    port: app.port,
    method: 'POST',
    path: `/api/admin/teams/all/compute-round-scores/${closedRound}`,
    headers: { Cookie: admin, 'Content-Length': '0', 'Sec-Fetch-Site': 'same-origin' },
  })
  const answeredAt = monotonicNow()
  if (response?.status !== 202) throw new Error(`The publication was not accepted: ${response?.status}`)
  const shownAt = await shown
  return { fromAt, answeredAt, shownAt, writtenBytes: readWrittenBytes(app.pid) - written }
}
