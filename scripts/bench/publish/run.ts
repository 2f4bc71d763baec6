import { readFileSync } from 'node:fs'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { sendRequest } from '../../load/http-client.ts'
import { monotonicNow } from '../../load/save-log.ts'
import { type Observer, untilAllChanged } from './observer.ts'

const closedRound = 1

/** The season that is played, by its id. */
export async function findGameId(db: Db): Promise<number> {
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No season is active')
  return contest.id
}

/** Gives each country the points of the one before it, so that the next ranking is another. */
async function changeScores(db: Db): Promise<void> {
  const gameId = await findGameId(db)
  const stored = await listRoundScores(db, { gameId, roundNumber: closedRound })
  const scores = stored.map(({ entryId }, n) => ({ entryId, points: stored.at(n - 1)?.points ?? 0 }))
  const wanted = { gameId, roundNumber: closedRound, scores, expectedVersion: null, clock: systemClock }
  const saved = await saveRoundScores(db, wanted)
  if (!saved.ok) throw new Error(saved.problem)
}

/** From the admin's press on: when it was answered, and when every page that is watched had shown the new ranking. */
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

/** Changes points and presses the admin's button. */
export async function runPublish({ db, app, admin, observer }: PublishRunOptions): Promise<PublishRun> {
  await changeScores(db)
  const before = await observer.lookAround()
  const written = writtenBytes(app.pid)
  const shown = untilAllChanged(observer, before)
  shown.catch(() => {})
  const fromAt = monotonicNow()
  const answer = await sendRequest({
    port: app.port,
    method: 'POST',
    path: `/api/admin/teams/all/compute-round-scores/${closedRound}`,
    headers: { Cookie: admin, 'Content-Length': '0', 'Sec-Fetch-Site': 'same-origin' },
  })
  const answeredAt = monotonicNow()
  if (answer?.status !== 202) throw new Error(`The publication was not taken: ${answer?.status}`)
  const shownAt = await shown
  return { fromAt, answeredAt, shownAt, writtenBytes: writtenBytes(app.pid) - written }
}

/** What a process has had written to the disk so far; NaN where the system does not tell. */
function writtenBytes(pid: number | undefined): number {
  return readNumber(`/proc/${pid}/io`, /^write_bytes: (\d+)/m)
}

/** The memory of a process that is resident, in bytes; NaN where the system does not tell. */
export function residentBytes(pid: number | undefined): number {
  return readNumber(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) * 1024
}

function readNumber(file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(file, 'latin1'))?.[1] ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}
