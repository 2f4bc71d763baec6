import { setTimeout as pause } from 'node:timers/promises'
import { saveRoundScores } from '#app/services/scoring.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { findLatestComputation } from '#db/computations.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { listRoundScores } from '#db/round-scores.server.ts'
import type { Db } from '#db/schema.server.ts'
import { instant } from '../../load/acknowledged.ts'
import { ask, hangUp } from '../../load/wire.ts'

const closedRound = 1

/** Gives each country the points of the one before it, so that the next ranking is another. */
export async function changeScores(db: Db, gameId: number): Promise<void> {
  const stored = await listRoundScores(db, { gameId, roundNumber: closedRound })
  const scores = stored.map(({ entryId }, n) => ({ entryId, points: stored.at(n - 1)?.points ?? 0 }))
  const wanted = { gameId, roundNumber: closedRound, scores, expectedVersion: null, clock: systemClock }
  const saved = await saveRoundScores(db, wanted)
  if (!saved.ok) throw new Error(saved.problem)
}

/** Presses the admin's button. */
export async function pressCompute(port: number, admin: string): Promise<void> {
  // While this process worked on the store it did not hear which lines the server has closed meanwhile.
  hangUp()
  const path = `/api/admin/teams/all/compute-round-scores/${closedRound}`
  const answer = await ask({
    port,
    method: 'POST',
    path,
    headers: { Cookie: admin, 'Content-Length': '0', 'Sec-Fetch-Site': 'same-origin' },
  })
  if (answer?.status !== 202) throw new Error(`The computation was not taken: ${answer?.status}`)
}

/** A computation as an admin watches it. */
export interface Watched {
  state: string
  fromAt: number
  toAt: number
  /** How many different states of progress were shown. */
  shown: number
}

/**
 * Watches the newest computation until it has ended, or until `isEnough` of its progress (0 to 1). Throws when it takes
 * longer than ten minutes.
 */
export async function watchComputation(
  db: Db,
  gameId: number,
  isEnough: (share: number) => boolean = () => false,
): Promise<Watched> {
  const fromAt = instant()
  const shown = new Set<number>()
  while (instant() - fromAt < 600_000) {
    const found = await findLatestComputation(db, gameId)
    const { state = 'missing', stepsDone = 0, stepsTotal = 0 } = found ?? {}
    if (state === 'running') shown.add(stepsDone)
    const isOver = !['queued', 'running'].includes(state)
    if (isOver || (state === 'running' && stepsTotal > 0 && isEnough(stepsDone / stepsTotal))) {
      return { state, fromAt, toAt: instant(), shown: shown.size }
    }
    await pause(20)
  }
  throw new Error('The computation did not end within ten minutes')
}

/** The season that is played, by its id, with the generation in force. */
export async function findSeason(db: Db): Promise<{ gameId: number; generation: number }> {
  const contest = await findActiveContest(db)
  if (!contest || contest.publishedGeneration === null) throw new Error('Nothing is computed')
  return { gameId: contest.id, generation: contest.publishedGeneration }
}
