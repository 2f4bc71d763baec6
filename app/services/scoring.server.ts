import { isOpen } from '#app/game/round.ts'
import { arePoints, type ComputeProblem, type EntryPoints, type ScoresProblem } from '#app/game/scoring.ts'
import { type Clock, systemClock } from '#db/clock.server.ts'
import { failDeadComputations, queueComputation } from '#db/computations.server.ts'
import {
  clearFutureRounds,
  findScoredRound,
  listRoundScores,
  replaceRoundScores,
  updateComputeRequested,
  updateScoresSaved,
} from '#db/round-scores.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/** Stored scores with their version: what the next save must name as the one it saw. */
export interface StoredScores {
  version: number
  scores: readonly EntryPoints[]
}

export type SavedScores =
  | ({ ok: true } & StoredScores)
  | { ok: false; problem: Exclude<ScoresProblem, 'SCORES_CHANGED'> }
  /** Another admin saved in between: the form shows both. */
  | ({ ok: false; problem: 'SCORES_CHANGED' } & StoredScores)

interface WantedScores {
  gameId: number
  roundNumber: number
  /** Points of a country: 0 to 9999. A country that is not listed gets 0. */
  scores: readonly EntryPoints[]
  /** The version the admin saw; null saves whatever is stored. */
  expectedVersion: number | null
  clock: Clock
}

/**
 * Replaces a round's raw scores, all or none (D10). Results change only by the next computation. Refuses an
 * unknown round, an unknown or repeated entry, points outside 0 to 9999, and a version that has moved on, unless
 * it moved on to just these scores: the same form was sent twice.
 */
export async function saveRoundScores(db: Db, wanted: WantedScores): Promise<SavedScores> {
  return db.transaction().execute(async (tx): Promise<SavedScores> => {
    const { gameId, roundNumber, scores, expectedVersion, clock } = wanted
    const round = await findScoredRound(tx, { gameId, roundNumber })
    if (!round) return { ok: false, problem: 'ROUND_MISSING' }
    const stored = await listRoundScores(tx, { gameId, roundNumber })
    const problem = findScoresProblem(scores, stored)
    if (problem) return { ok: false, problem }
    if (expectedVersion !== null && expectedVersion !== round.scoresVersion) {
      if (areAlready(scores, stored)) return { ok: true, version: round.scoresVersion, scores: stored }
      return { ok: false, problem: 'SCORES_CHANGED', version: round.scoresVersion, scores: stored }
    }
    await replaceRoundScores(tx, { gameId, roundNumber, scores })
    const version = await updateScoresSaved(tx, { gameId, roundNumber, now: await clock(tx) })
    await bumpVersion(tx, 'game')
    return { ok: true, version, scores: await listRoundScores(tx, { gameId, roundNumber }) }
  })
}

function findScoresProblem(scores: readonly EntryPoints[], stored: readonly EntryPoints[]) {
  const known = new Set(stored.map((score) => score.entryId))
  const seen = new Set(scores.map((score) => score.entryId))
  if (scores.some((score) => !known.has(score.entryId))) return 'ENTRY_UNKNOWN'
  if (seen.size !== scores.length) return 'ENTRY_REPEATED'
  return scores.every((score) => arePoints(score.points)) ? null : 'POINTS_INVALID'
}

/** Whether these scores are stored as they are wanted. */
function areAlready(wanted: readonly EntryPoints[], stored: readonly EntryPoints[]): boolean {
  const points = new Map(wanted.map((score) => [score.entryId, score.points]))
  return stored.every((score) => score.points === (points.get(score.entryId) ?? 0))
}

export type RequestedCompute = { ok: true; computationId: number } | { ok: false; problem: ComputeProblem }

/**
 * Asks for a computation of this and all computed rounds (D10). Refused before the round's deadline, by game
 * time read inside the transaction, and before its scores were saved. A request during a run queues one more
 * run; further ones join it. The caller wakes the computer afterwards.
 */
export async function requestCompute(
  db: Db,
  { gameId, roundNumber, clock }: { gameId: number; roundNumber: number; clock: Clock },
): Promise<RequestedCompute> {
  return db.transaction().execute(async (tx): Promise<RequestedCompute> => {
    const round = await findScoredRound(tx, { gameId, roundNumber })
    if (!round) return { ok: false, problem: 'ROUND_MISSING' }
    const now = await clock(tx)
    if (isOpen(round, now)) return { ok: false, problem: 'ROUND_NOT_STARTED' }
    if (round.scoresSavedAt === null) return { ok: false, problem: 'SCORES_MISSING' }
    await updateComputeRequested(tx, { gameId, roundNumber, now })
    return { ok: true, computationId: await queue(tx, gameId, roundNumber) }
  })
}

/** Computations are dated by the system clock: their leases must not move with the demo's (D13). */
async function queue(tx: Db, gameId: number, roundNumber: number | null): Promise<number> {
  const now = await systemClock(tx)
  await failDeadComputations(tx, now)
  return queueComputation(tx, { gameId, roundNumber, now })
}

/**
 * After the demo's clock went back to `now` (epoch ms): rounds that are open again lose what was computed, and
 * the rest is ranked again (F3). Raw scores stay. Says whether a computation was queued: then wake the computer.
 * Belongs in the transaction that moves the clock.
 */
export async function takeBackRounds(
  tx: Db,
  { gameId, now }: { gameId: number; now: number },
): Promise<{ isQueued: boolean }> {
  const isQueued = await clearFutureRounds(tx, { gameId, now })
  if (isQueued) await queue(tx, gameId, null)
  return { isQueued }
}
