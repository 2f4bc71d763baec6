import {
  arePointsEqual,
  hasAnyPoints,
  isCorrection,
  type Publication,
  type RoundPoints,
} from '#app/game/scoring/publication.ts'
import type { LiveProblem, PublishProblem } from '#app/game/scoring/scoring.ts'
import type { Game } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { scheduleResultsMailings } from '#app/services/mail/mailings.server.ts'
import { type Clock, systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findLivePublication,
  findPublicationInForce,
  insertPublication,
  listPublishedPoints,
  type NewPublication,
  updateLivePublication,
} from '#db/scoreboard/publications.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { coversRounds } from './lineup-columns.server.ts'
import type { Scoreboards } from './scoreboards.server.ts'

export type PublishResult<Problem = PublishProblem> =
  | { ok: true; isNew: boolean }
  | { ok: false; problem: Problem }

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

/** Two admins who publish at once: the second attempt starts from what the first one published. */
const maxTries = 5

/**
 * Publishes the saved points of a round and of all rounds published before (D10): when it returns, everybody sees the
 * new results. They are computed first; one short transaction then publishes the points. Refused before the round's
 * deadline, before its scores are saved, when they changed since the admin saw them, and when a correction has no
 * note. Unchanged points publish nothing.
 */
export function publishRound(
  db: Db,
  scoreboards: Scoreboards,
  params: PublishParams,
): Promise<PublishResult> {
  return publish<PublishProblem>(db, scoreboards, {
    findBasis: (from) => findBasis(from, params),
    commit: (tx, basis) => commitOfficial(tx, params, basis),
    install: scoreboards.install,
  })
}

/**
 * Publishes the saved points of a round live, over the official ones (D34): pages show them as not official until the
 * official ones of the round replace them. Refused like an official publication, and once the round is official.
 */
export function publishLive(
  db: Db,
  scoreboards: Scoreboards,
  params: PublishLiveParams,
): Promise<PublishResult<LiveProblem>> {
  return publish<LiveProblem>(db, scoreboards, {
    findBasis: (from) => findLiveBasis(from, params),
    commit: (tx, basis) => commitLive(tx, params, basis),
    install: scoreboards.installLive,
  })
}

interface PublishSteps<Problem> {
  /** What would be published now, or why nothing can be. */
  findBasis: (db: Db) => Promise<PublishBasis<Problem>>
  /** Stores the publication, inside a transaction. */
  commit: (tx: Db, basis: Basis) => Promise<Publication | undefined>
  /** Shows it in this process. */
  install: Scoreboards['install']
}

async function publish<Problem>(
  db: Db,
  scoreboards: Scoreboards,
  steps: PublishSteps<Problem>,
): Promise<PublishResult<Problem | 'SCORES_CHANGED'>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const basis = await steps.findBasis(db)
    if (!basis.ok) return basis
    if (!basis.isNew) return { ok: true, isNew: false }
    const columns = await scoreboards.prepare(basis.game)
    const roundNumbers = basis.rounds.map((round) => round.roundNumber)
    if (!coversRounds(columns, roundNumbers)) continue
    const computed = await scoreboards.compute(columns, basis.rounds)
    const published = await commitComputed(db, steps, basis.rounds)
    if (published === 'CHANGED') continue
    if (!published.ok) return published
    const { publication } = published
    if (publication) steps.install({ publication, ...computed })
    return { ok: true, isNew: publication !== undefined }
  }
  return { ok: false, problem: 'SCORES_CHANGED' }
}

interface Basis {
  ok: true
  game: Game
  rounds: RoundPoints[]
  isNew: boolean
  note: string | null
}

type PublishBasis<Problem> = Basis | { ok: false; problem: Problem }

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

async function findBasis(db: Db, params: PublishParams): Promise<PublishBasis<PublishProblem>> {
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
async function findLiveBasis(db: Db, params: PublishLiveParams): Promise<PublishBasis<LiveProblem>> {
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
function mergeRounds(official: readonly RoundPoints[], live: readonly RoundPoints[]): RoundPoints[] {
  const added = live.filter((round) => !isCovered(round.roundNumber, official))
  return [...official, ...added].sort((a, b) => a.roundNumber - b.roundNumber)
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
async function commitComputed<Problem>(
  db: Db,
  { findBasis, commit }: PublishSteps<Problem>,
  computed: readonly RoundPoints[],
) {
  return db.transaction().execute(async (tx) => {
    const basis = await findBasis(tx)
    if (!basis.ok) return basis
    if (!arePointsEqual(basis.rounds, computed)) return 'CHANGED' as const
    if (!basis.isNew) return { ok: true, publication: undefined } as const
    const rounds = await listRounds(tx, basis.game.id)
    if (rounds.some((round) => isCovered(round.roundNumber, computed) && round.settledAt === null))
      return 'CHANGED' as const
    return { ok: true, publication: await commit(tx, basis) } as const
  })
}

async function commitOfficial(
  tx: Db,
  { gameId, managerId, clock }: PublishParams,
  { rounds: published, note }: Basis,
): Promise<Publication | undefined> {
  const before = await listRounds(tx, gameId)
  const publishedAt = await clock(tx)
  const announced = { gameId, publishedAt, publishedBy: managerId }
  await insertPublication(tx, { ...announced, kind: 'official', rounds: published, note })
  const rounds = before.filter((round) => isCovered(round.roundNumber, published))
  await scheduleResultsMailings(tx, { gameId, rounds, publishedAt, now: await systemClock(tx) })
  await replaceLive(tx, announced, published)
  for (const topic of ['game', 'ranking'] as const) await bumpVersion(tx, topic)
  return findPublicationInForce(tx, gameId)
}

async function commitLive(
  tx: Db,
  { gameId, managerId, clock }: PublishLiveParams,
  { rounds }: Basis,
): Promise<Publication | undefined> {
  const publishedAt = await clock(tx)
  await insertPublication(tx, {
    gameId,
    kind: 'live',
    rounds,
    publishedAt,
    publishedBy: managerId,
    note: null,
  })
  await bumpVersion(tx, 'game')
  return findLivePublication(tx, gameId)
}

/** Official points replace the live ones of their rounds; what else is live stays, over the new official points. */
async function replaceLive(
  tx: Db,
  announced: Pick<NewPublication, 'gameId' | 'publishedAt' | 'publishedBy'>,
  official: readonly RoundPoints[],
): Promise<void> {
  const live = await findLivePublication(tx, announced.gameId)
  if (!live) return
  const rounds = mergeRounds(official, await listPublishedPoints(tx, live.id))
  if (rounds.length === official.length) await updateLivePublication(tx, announced.gameId, null)
  else await insertPublication(tx, { ...announced, kind: 'live', rounds, note: null })
}

function isCovered(roundNumber: number, rounds: readonly RoundPoints[]): boolean {
  return rounds.some((round) => round.roundNumber === roundNumber)
}
