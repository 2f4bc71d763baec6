import {
  arePointsEqual,
  hasAnyPoints,
  isCorrection,
  type RoundPoints,
} from '#app/game/scoring/publication.ts'
import type { LiveProblem, PublishProblem } from '#app/game/scoring/scoring.ts'
import type { Game } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findLivePublication,
  findPublicationInForce,
  listPublishedPoints,
} from '#db/scoreboard/publications.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findGame } from '#db/seasons/games.server.ts'

export interface PublishLiveParams {
  gameId: number
  roundNumber: number
  /** The version of the round's scores that the admin saw; null publishes the stored ones. */
  expectedVersion: number | null
  /** The admin. */
  managerId: number | null
  clock: Clock
}

export interface PublishParams extends PublishLiveParams {
  /** The public note about a correction; without one a correction is refused (D34). */
  note: string | null
}

/** What would be published: the points of all rounds that it covers. */
export interface Basis {
  ok: true
  game: Game
  rounds: RoundPoints[]
  isNew: boolean
  note: string | null
}

/** What an admin has to be told before these points are published. */
export type Untold = { toTell: string }

/** Finds what it is; null when they may be published. */
export type TellFirst<Told> = (db: Db, basis: Basis) => Promise<Told | null>

export type PublishBasis<Problem> = Basis | { ok: false; problem: Problem }

/** The saved round to publish, or why it cannot be. */
async function findSavedRound(db: Db, { gameId, roundNumber, expectedVersion, clock }: PublishLiveParams) {
  const game = await findGame(db, gameId)
  const round = await findScoredRound(db, { gameId, roundNumber })
  if (!game || !round) return { ok: false, problem: 'ROUND_MISSING' } as const
  if (isOpen(round, await clock(db))) return { ok: false, problem: 'ROUND_NOT_STARTED' } as const
  if (round.scoresSavedAt === null) return { ok: false, problem: 'SCORES_MISSING' } as const
  if (expectedVersion !== null && expectedVersion !== round.scoresVersion)
    return { ok: false, problem: 'SCORES_CHANGED' } as const
  return { ok: true, game } as const
}

/** What would be official: the saved points of the round and of all rounds that are official (D10). */
export async function findOfficialBasis(
  db: Db,
  params: PublishParams,
): Promise<PublishBasis<PublishProblem>> {
  const { gameId, roundNumber, note } = params
  const saved = await findSavedRound(db, params)
  if (!saved.ok) return saved
  const inForce = await findPublicationInForce(db, gameId)
  const numbers = [...new Set([...(inForce?.roundNumbers ?? []), roundNumber])].sort((a, b) => a - b)
  const rounds = await readRoundPoints(db, gameId, numbers)
  const publishedPoints = inForce ? await listPublishedPoints(db, inForce.id) : []
  const hasCorrection = isCorrection(publishedPoints, rounds)
  if (hasCorrection && note === null) return { ok: false, problem: 'NOTE_MISSING' }
  const isNew = !arePointsEqual(publishedPoints, rounds)
  return { ...saved, rounds, isNew, note: hasCorrection ? note : null }
}

/** The official points, those of other rounds that are live, and the saved ones of the round. */
export async function findLiveBasis(db: Db, params: PublishLiveParams): Promise<PublishBasis<LiveProblem>> {
  const { gameId, roundNumber } = params
  const saved = await findSavedRound(db, params)
  if (!saved.ok) return saved
  const inForce = await findPublicationInForce(db, gameId)
  const official = inForce ? await listPublishedPoints(db, inForce.id) : []
  if (isCovered(roundNumber, official)) return { ok: false, problem: 'ROUND_OFFICIAL' }
  const live = await findLivePublication(db, gameId)
  const shown = live ? await listPublishedPoints(db, live.id) : []
  const others = shown.filter((round) => round.roundNumber !== roundNumber)
  const own = await readRoundPoints(db, gameId, [roundNumber])
  // What is live can be emptied again, but nothing is no first publication.
  if (!isCovered(roundNumber, shown) && !own.some(hasAnyPoints))
    return { ok: false, problem: 'SCORES_MISSING' }
  const rounds = mergeRounds(official, [...others, ...own])
  return { ...saved, rounds, isNew: !arePointsEqual(shown, rounds), note: null }
}

/** The official points with live ones of rounds that are not official, in order. */
export function mergeRounds(official: readonly RoundPoints[], live: readonly RoundPoints[]): RoundPoints[] {
  const added = live.filter((round) => !isCovered(round.roundNumber, official))
  return [...official, ...added].sort((a, b) => a.roundNumber - b.roundNumber)
}

/**
 * The official rounds whose saved points differ from the published ones: the next publication is a correction of them and needs
 * a public note (D34).
 */
export async function listUnpublishedCorrections(db: Db, gameId: number): Promise<number[]> {
  const inForce = await findPublicationInForce(db, gameId)
  if (!inForce) return []
  const published = await listPublishedPoints(db, inForce.id)
  const saved = await readRoundPoints(db, gameId, inForce.roundNumbers)
  return saved.filter((round) => isCorrection(published, [round])).map(({ roundNumber }) => roundNumber)
}

async function readRoundPoints(db: Db, gameId: number, numbers: readonly number[]): Promise<RoundPoints[]> {
  const rounds: RoundPoints[] = []
  for (const roundNumber of numbers)
    rounds.push({ roundNumber, scores: await listRoundScores(db, { gameId, roundNumber }) })
  return rounds
}

/** Whether points are among these rounds. */
export function isCovered(roundNumber: number, rounds: readonly RoundPoints[]): boolean {
  return rounds.some((round) => round.roundNumber === roundNumber)
}
