import { arePointsEqual, isCorrection, type RoundPoints } from '#app/game/scoring/publication.ts'
import type { PublishProblem } from '#app/game/scoring/scoring.ts'
import type { Game } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { scheduleResultsMailings } from '#app/services/mail/mailings.server.ts'
import { type Clock, systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findPublicationInForce,
  insertPublication,
  listPublishedPoints,
} from '#db/scoreboard/publications.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { coversRounds } from './lineup-columns.server.ts'
import type { Scoreboards } from './scoreboards.server.ts'

export type PublishResult = { ok: true; isNew: boolean } | { ok: false; problem: PublishProblem }

export interface PublishParams {
  gameId: number
  roundNumber: number
  /** The version of the round's scores that the admin saw; null publishes the stored ones. */
  expectedVersion: number | null
  /** The admin. */
  managerId: number | null
  /** The public note about a correction; without one a correction is refused (D34). */
  note: string | null
  clock: Clock
}

/** Two admins who publish at once: the second attempt starts from what the first one published. */
const maxTries = 5

/**
 * Publishes the saved points of a round and of all rounds published before (D10): when it returns, everybody sees the
 * new results. They are computed first; one short transaction then publishes the points. Refused before the round's
 * deadline, before its scores are saved, when they changed since the admin saw them, and when a correction has no
 * note. Unchanged points publish nothing.
 */
export async function publishRound(
  db: Db,
  scoreboards: Scoreboards,
  params: PublishParams,
): Promise<PublishResult> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const basis = await findBasis(db, params)
    if (!basis.ok) return basis
    if (!basis.isNew) return { ok: true, isNew: false }
    const columns = await scoreboards.prepare(basis.game)
    const roundNumbers = basis.rounds.map((round) => round.roundNumber)
    if (!coversRounds(columns, roundNumbers)) continue
    const computed = await scoreboards.compute(columns, basis.rounds)
    const published = await commitPublication(db, params, basis.rounds)
    if (published === 'CHANGED') continue
    if (!published.ok) return published
    const { publication } = published
    if (publication) scoreboards.install({ publication, ...computed })
    return { ok: true, isNew: publication !== undefined }
  }
  return { ok: false, problem: 'SCORES_CHANGED' }
}

type PublishBasis =
  | { ok: true; game: Game; rounds: RoundPoints[]; isNew: boolean; note: string | null }
  | { ok: false; problem: PublishProblem }

/** What would be published now, or why nothing can be. */
async function findBasis(
  db: Db,
  { gameId, roundNumber, expectedVersion, note, clock }: PublishParams,
): Promise<PublishBasis> {
  const game = await findGame(db, gameId)
  const round = await findScoredRound(db, { gameId, roundNumber })
  if (!game || !round) return { ok: false, problem: 'ROUND_MISSING' }
  if (isOpen(round, await clock(db))) return { ok: false, problem: 'ROUND_NOT_STARTED' }
  if (round.scoresSavedAt === null) return { ok: false, problem: 'SCORES_MISSING' }
  if (expectedVersion !== null && expectedVersion !== round.scoresVersion)
    return { ok: false, problem: 'SCORES_CHANGED' }
  const inForce = await findPublicationInForce(db, gameId)
  const numbers = [...new Set([...(inForce?.roundNumbers ?? []), roundNumber])].sort((a, b) => a - b)
  const rounds = await readRoundPoints(db, gameId, numbers)
  const publishedPoints = inForce ? await listPublishedPoints(db, inForce.id) : []
  const hasCorrection = isCorrection(publishedPoints, rounds)
  if (hasCorrection && note === null) return { ok: false, problem: 'NOTE_MISSING' }
  return {
    ok: true,
    game,
    rounds,
    isNew: !arePointsEqual(publishedPoints, rounds),
    note: hasCorrection ? note : null,
  }
}

/**
 * Whether saved points differ from published ones: then the next publication is a correction and needs a public note
 * (D34).
 */
export async function hasUnpublishedCorrection(db: Db, gameId: number): Promise<boolean> {
  const inForce = await findPublicationInForce(db, gameId)
  if (!inForce) return false
  const publishedPoints = await listPublishedPoints(db, inForce.id)
  return isCorrection(publishedPoints, await readRoundPoints(db, gameId, inForce.roundNumbers))
}

async function readRoundPoints(db: Db, gameId: number, numbers: readonly number[]): Promise<RoundPoints[]> {
  const rounds: RoundPoints[] = []
  for (const roundNumber of numbers)
    rounds.push({ roundNumber, scores: await listRoundScores(db, { gameId, roundNumber }) })
  return rounds
}

/** Publishes computed points in one transaction; 'CHANGED' when the points to publish have changed since. */
async function commitPublication(db: Db, params: PublishParams, computed: readonly RoundPoints[]) {
  const { gameId, managerId, clock } = params
  return db.transaction().execute(async (tx) => {
    const basis = await findBasis(tx, params)
    if (!basis.ok) return basis
    if (!arePointsEqual(basis.rounds, computed)) return 'CHANGED' as const
    if (!basis.isNew) return { ok: true, publication: undefined } as const
    const before = await listRounds(tx, gameId)
    if (before.some((round) => isCovered(round.roundNumber, computed) && round.settledAt === null))
      return 'CHANGED' as const
    const publishedAt = await clock(tx)
    await insertPublication(tx, {
      gameId,
      rounds: computed,
      publishedAt,
      publishedBy: managerId,
      note: basis.note,
    })
    const rounds = before.filter((round) => isCovered(round.roundNumber, computed))
    await scheduleResultsMailings(tx, { gameId, rounds, publishedAt, now: await systemClock(tx) })
    for (const topic of ['game', 'ranking'] as const) await bumpVersion(tx, topic)
    return { ok: true, publication: await findPublicationInForce(tx, gameId) } as const
  })
}

function isCovered(roundNumber: number, rounds: readonly RoundPoints[]): boolean {
  return rounds.some((round) => round.roundNumber === roundNumber)
}
