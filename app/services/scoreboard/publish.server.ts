import { arePointsEqual, type Publication, type RoundPoints } from '#app/game/scoring/publication.ts'
import type { LiveProblem, PublishProblem } from '#app/game/scoring/scoring.ts'
import { scheduleResultsMailings } from '#app/services/mail/mailings.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findLivePublication,
  findPublicationInForce,
  insertPublication,
  listPublishedPoints,
  type NewPublication,
  updateLivePublication,
} from '#db/scoreboard/publications.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { coversRounds } from './lineup-columns.server.ts'
import {
  type Basis,
  findLiveBasis,
  findOfficialBasis,
  isCovered,
  mergeRounds,
  type PublishBasis,
  type PublishLiveParams,
  type PublishParams,
  type TellFirst,
} from './publish-basis.server.ts'
import type { Scoreboards } from './scoreboards.server.ts'

export type PublishResult<Problem = PublishProblem> =
  | { ok: true; isNew: boolean }
  | { ok: false; problem: Problem }

/** Two admins who publish at once: the second attempt starts from what the first one published. */
const maxTries = 5

/**
 * Publishes the saved points of a round and of all rounds published before (D10): when it returns, everybody sees the
 * new results. They are computed first; one short transaction then publishes the points. Refused before the round's
 * deadline, before its scores are saved, when they changed since the admin saw them, and when a correction has no
 * note. Unchanged points publish nothing. `tellFirst`: what a page's admin has to be told before; the API tells nothing.
 */
export function publishRound<Untold = never>(
  db: Db,
  scoreboards: Scoreboards,
  params: PublishParams,
  tellFirst?: TellFirst<Untold>,
): Promise<PublishResult<PublishProblem | Untold>> {
  return publish<PublishProblem | Untold>(db, scoreboards, {
    findBasis: (from) => findOfficialBasis(from, params),
    tellFirst,
    commit: (tx, basis) => commitOfficial(tx, params, basis),
    install: scoreboards.install,
  })
}

/**
 * Publishes the saved points of a round live, over the official ones (D34): pages show them as not official until the
 * official ones of the round replace them. Refused like an official publication, and once the round is official.
 */
export function publishLive<Untold = never>(
  db: Db,
  scoreboards: Scoreboards,
  params: PublishLiveParams,
  tellFirst?: TellFirst<Untold>,
): Promise<PublishResult<LiveProblem | Untold>> {
  return publish<LiveProblem | Untold>(db, scoreboards, {
    findBasis: (from) => findLiveBasis(from, params),
    tellFirst,
    commit: (tx, basis) => commitLive(tx, params, basis),
    install: scoreboards.installLive,
  })
}

interface PublishSteps<Problem> {
  /** What would be published now, or why nothing can be. */
  findBasis: (db: Db) => Promise<PublishBasis<Problem>>
  /** What has to be told before, as a problem. */
  tellFirst: TellFirst<Problem> | undefined
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
    const problem = await steps.tellFirst?.(db, basis)
    if (problem) return { ok: false, problem }
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
