import { LRUCache } from 'lru-cache'
import type { Publication, RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { findReplacedPublication, listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import type { LeagueTables } from './league-tables.server.ts'
import { coversRounds, type SeasonColumns } from './lineup-columns.server.ts'
import {
  type ComputedSeason,
  coversAfter,
  type PublishedSeason,
  type Results,
  toResults,
} from './results.server.ts'
import type { SizedSeason } from './task-runner.server.ts'

/** How long the results of another season stay cached, in ms: a visitor reads several pages of it. */
const cacheTtlMs = 60_000
/** How long after a failed load of what was shown before a press it is tried again at the earliest, in ms. */
export const retryBeforeMs = 5_000

/** One publication's results and its leagues. */
export interface SeasonResults {
  results: Results
  readLeague: LeagueTables['find']
}

interface PastResultsOptions {
  db: Db
  findColumns: (season: SizedSeason) => Promise<SeasonColumns>
  compute: (columns: SeasonColumns, points: readonly RoundPoints[]) => Promise<ComputedSeason>
  /** The time in ms from any instant. */
  timer: () => number
}

/** Loads results that this process does not hold in memory: of the publication before, and of another season. */
export function createPastResults({ db, findColumns, compute, timer }: PastResultsOptions) {
  const cache = new LRUCache<number, Promise<SeasonResults | null>>({ max: 1, ttl: cacheTtlMs })
  const before = new LRUCache<number, Promise<SeasonResults | null>>({ max: 1 })
  /** The publication for which what was shown before could not be loaded, and when that was tried. */
  let missing: { id: number; triedAt: number } | undefined
  /** The publication for which it was loaded only after that. */
  let lateId: number | undefined

  /** Null while one of its rounds is open again. */
  async function load(game: Game, publication: Publication): Promise<SeasonResults | null> {
    const columns = await findColumns(game)
    if (!coversRounds(columns, publication.roundNumbers)) return null
    const points = await listPublishedPoints(db, publication.id)
    const season = { publication, ...(await compute(columns, points)) }
    return { results: toResults(season), readLeague: season.leagues.find }
  }

  return {
    /** The results in force of another season, cached for a short time. A failed load is retried. */
    findOther(game: Game, publication: Publication): Promise<SeasonResults | null> {
      const cached = cache.get(publication.id)
      if (cached) return cached
      const loading = load(game, publication)
      cache.set(publication.id, loading)
      const forget = () => cache.delete(publication.id)
      loading.then((season) => season ?? forget(), forget)
      return loading
    },

    /**
     * The results of the publication that a live one replaced, with the teams and members of now: what its press changed. Null for
     * the first one of a season. One is cached. A failed load is retried by a later call, and until `retryBeforeMs` are over there
     * is none.
     */
    findBefore(game: Game, shown: Publication): Promise<SeasonResults | null> {
      const { id } = shown
      const cached = before.get(id)
      if (cached) return cached
      if (missing?.id === id && timer() - missing.triedAt < retryBeforeMs) return Promise.resolve(null)
      const loading = findReplacedPublication(db, shown.replacedId).then((publication) =>
        publication ? load(game, publication) : null,
      )
      before.set(id, loading)
      loading.then(
        (season) => {
          if (!season) before.delete(id)
          if (missing?.id !== id) return
          missing = undefined
          lateId = id
        },
        () => {
          before.delete(id)
          missing = { id, triedAt: timer() }
        },
      )
      return loading
    },

    /** Whether what was shown before this publication could not be loaded when it was tried last. */
    isBeforeMissing: (id: number) => missing?.id === id,
    /** Whether it was loaded only after that. */
    wasBeforeLate: (id: number) => lateId === id,
  }
}

/**
 * Computes results as after an earlier round, for visitors who hide the later ones (D38): once for each publication and
 * round, and they leave the memory together.
 */
export function createLimitedResults(compute: PastResultsOptions['compute']) {
  const known = new WeakMap<PublishedSeason, Map<number, Promise<PublishedSeason>>>()

  /** A correction's note may name what is hidden. */
  async function computeUpTo(season: PublishedSeason, roundNumber: number): Promise<PublishedSeason> {
    const { columns, points, publication } = season
    const kept = points.filter((round) => round.roundNumber <= roundNumber)
    const roundNumbers = publication.roundNumbers.filter((each) => each <= roundNumber)
    return { publication: { ...publication, roundNumbers, note: null }, ...(await compute(columns, kept)) }
  }

  function findUpTo(season: PublishedSeason, roundNumber: number): Promise<PublishedSeason> {
    const rounds = known.get(season) ?? new Map<number, Promise<PublishedSeason>>()
    known.set(season, rounds)
    const found = rounds.get(roundNumber)
    if (found) return found
    const computing = computeUpTo(season, roundNumber)
    rounds.set(roundNumber, computing)
    computing.catch(() => rounds.delete(roundNumber))
    return computing
  }

  /** The results as after this round; null when they cover none up to it. */
  return async (results: Results | null, roundNumber: number): Promise<Results | null> => {
    if (!results || !coversAfter(results, roundNumber)) return results
    const last = results.publication.roundNumbers.findLast((each) => each <= roundNumber)
    return last === undefined ? null : toResults(await findUpTo(results.season, last))
  }
}
