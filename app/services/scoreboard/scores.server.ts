import type { Publication } from '#app/game/scoring/publication.ts'
import { arePointsValid, type EntryPoints, type ScoresProblem } from '#app/game/scoring/scoring.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findLivePublication,
  findNewestPublicationWithin,
  findPublicationInForce,
  updateLivePublication,
  updatePublicationInForce,
} from '#db/scoreboard/publications.server.ts'
import {
  findScoredRound,
  listEnteredPoints,
  listRoundScores,
  replaceEntryPoints,
  updateScoresSaved,
} from '#db/scoreboard/round-scores.server.ts'
import { listRounds, updateRoundsReopened } from '#db/seasons/rounds.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/** Stored scores with their version, which the next save must name. */
export interface StoredScores {
  version: number
  scores: readonly EntryPoints[]
}

export type SaveScoresResult =
  | ({ ok: true } & StoredScores)
  | { ok: false; problem: Exclude<ScoresProblem, 'SCORES_CHANGED'> }
  /** Another admin saved meanwhile: the form shows both versions. */
  | ({ ok: false; problem: 'SCORES_CHANGED' } & StoredScores)

interface ScoresInput {
  gameId: number
  roundNumber: number
  /** Points of an entry: 0 to 9999. Entries that are not listed get 0. */
  scores: readonly EntryPoints[]
  /** The version that the admin saw; null skips the check. */
  expectedVersion: number | null
  clock: Clock
}

/**
 * Replaces a round's raw scores, all or nothing (D10). Results change only with the next publication. Refuses an
 * unknown round, an unknown or repeated entry, points outside 0 to 9999, and an outdated version, unless the stored
 * scores are the same, as after a repeated form.
 */
export async function saveRoundScores(db: Db, input: ScoresInput): Promise<SaveScoresResult> {
  return db.transaction().execute(async (tx): Promise<SaveScoresResult> => {
    const { gameId, roundNumber, scores, expectedVersion, clock } = input
    const round = await findScoredRound(tx, { gameId, roundNumber })
    if (!round) return { ok: false, problem: 'ROUND_MISSING' }
    const stored = await listRoundScores(tx, { gameId, roundNumber })
    const problem = findScoresProblem(scores, stored)
    if (problem) return { ok: false, problem }
    if (expectedVersion !== null && expectedVersion !== round.scoresVersion) {
      if (areSameScores(scores, stored)) return { ok: true, version: round.scoresVersion, scores: stored }
      return { ok: false, problem: 'SCORES_CHANGED', version: round.scoresVersion, scores: stored }
    }
    const now = await clock(tx)
    const entered = await listEnteredPoints(tx, { gameId, roundNumber })
    await replaceEntryPoints(tx, { gameId, roundNumber }, listChanged(scores, { stored, entered }), now)
    const version = await updateScoresSaved(tx, { gameId, roundNumber, now })
    await bumpVersion(tx, 'game')
    return { ok: true, version, scores: await listRoundScores(tx, { gameId, roundNumber }) }
  })
}

interface StoredRound {
  /** The points of every entry. */
  stored: readonly EntryPoints[]
  /** Those that were entered. */
  entered: readonly EntryPoints[]
}

/** What a save of all points changes: other points, and those of entries that had none; a new time is stored for these only. */
function listChanged(input: readonly EntryPoints[], { stored, entered }: StoredRound): EntryPoints[] {
  const points = new Map(input.map((score) => [score.entryId, score.points]))
  const before = new Map(entered.map((score) => [score.entryId, score.points]))
  return stored
    .map(({ entryId }) => ({ entryId, points: points.get(entryId) ?? 0 }))
    .filter((score) => before.get(score.entryId) !== score.points)
}

function findScoresProblem(scores: readonly EntryPoints[], stored: readonly EntryPoints[]) {
  const entryIds = new Set(stored.map((score) => score.entryId))
  const seen = new Set(scores.map((score) => score.entryId))
  if (scores.some((score) => !entryIds.has(score.entryId))) return 'ENTRY_UNKNOWN'
  if (seen.size !== scores.length) return 'ENTRY_REPEATED'
  return scores.every((score) => arePointsValid(score.points)) ? null : 'POINTS_INVALID'
}

/** Whether these scores equal the stored ones. */
function areSameScores(input: readonly EntryPoints[], stored: readonly EntryPoints[]): boolean {
  const points = new Map(input.map((score) => [score.entryId, score.points]))
  return stored.every((score) => score.points === (points.get(score.entryId) ?? 0))
}

/**
 * Handles the demo's clock moving back to `now` (epoch ms): reopened rounds lose their published results until they
 * are published again (F3, D34). A live publication is not shown any more. The newest publication that covers only closed rounds is put in force; raw scores
 * stay. Call inside the transaction that moves the clock.
 */
export async function rewindRounds(tx: Db, { gameId, now }: { gameId: number; now: number }): Promise<void> {
  await updateRoundsReopened(tx, { gameId, now })
  const past = (await listRounds(tx, gameId)).filter((round) => !isOpen(round, now))
  const roundNumbers = past.map((round) => round.roundNumber)
  const isPast = ({ roundNumbers: covered }: Publication) =>
    covered.every((number) => roundNumbers.includes(number))
  const live = await findLivePublication(tx, gameId)
  // Its official rounds were those of the publication in force then.
  if (live && !isPast(live)) await updateLivePublication(tx, gameId, null)
  const inForce = await findPublicationInForce(tx, gameId)
  if (!inForce || isPast(inForce)) return
  const newest = await findNewestPublicationWithin(tx, { gameId, roundNumbers })
  await updatePublicationInForce(tx, gameId, newest?.id ?? null)
}
