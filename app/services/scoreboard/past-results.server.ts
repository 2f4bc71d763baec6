import { LRUCache } from 'lru-cache'
import type { Publication, RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { listMembershipChangesNewestFirst } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  findPublication,
  findReplacedPublication,
  listPublishedPoints,
} from '#db/scoreboard/publications.server.ts'
import { type LeagueResults, revertChanges, toLeagueResults } from './league-tables.server.ts'
import { coversRounds, type SeasonColumns, truncateColumns } from './lineup-columns.server.ts'
import { type ComputedSeason, type PublishedSeason, type Results, toResults } from './results.server.ts'
import type { SizedSeason, TaskRunner } from './task-runner.server.ts'

/** How long the results of another season stay cached, in ms: a visitor reads several pages of it. */
const cacheTtlMs = 60_000
/** How long after a failed load of what was shown before a press it is tried again at the earliest, in ms. */
export const retryBeforeMs = 5_000

/** One publication's results and its leagues. */
export interface SeasonResults {
  results: Results
  /** `lastChange`: the league's last join or leave, where that has been read already. */
  readLeague: (leagueId: number, lastChange?: number) => Promise<LeagueResults>
}

interface PastPublication {
  game: Game
  publication: Publication
  /** The publication that superseded it: teams and members added later are left out. */
  next: Publication | undefined
}

interface PastResultsOptions {
  db: Db
  tasks: TaskRunner
  findColumns: (season: SizedSeason) => Promise<SeasonColumns>
  compute: (columns: SeasonColumns, points: readonly RoundPoints[]) => Promise<ComputedSeason>
  /** The time in ms from any instant. */
  timer: () => number
}

/** Loads results that this process does not hold in memory: of a superseded publication, and of another season. */
export function createPastResults({ db, tasks, findColumns, compute, timer }: PastResultsOptions) {
  const cache = new LRUCache<number, Promise<SeasonResults | null>>({ max: 1, ttl: cacheTtlMs })
  const before = new LRUCache<number, Promise<SeasonResults | null>>({ max: 1 })
  /** The publication for which what was shown before could not be loaded, and when that was tried. */
  let missing: { id: number; triedAt: number } | undefined
  /** The publication for which it was loaded only after that. */
  let lateId: number | undefined

  /** Null while one of its rounds is open again. */
  async function loadBoard({ game, publication, next }: PastPublication): Promise<PublishedSeason | null> {
    const all = await findColumns(game)
    if (!coversRounds(all, publication.roundNumbers)) return null
    const columns = next ? truncateColumns(all, next.lastTeamId) : all
    const points = await listPublishedPoints(db, publication.id)
    return { publication, ...(await compute(columns, points)) }
  }

  async function load(params: PastPublication): Promise<SeasonResults | null> {
    const season = await loadBoard(params)
    const { next } = params
    if (!season) return null
    return {
      results: toResults(season),
      readLeague: async (leagueId, lastChange) => {
        if (!next) return season.leagues.find(leagueId, lastChange)
        const { table } = await tasks.rank(season, leagueId)
        const changes = await listMembershipChangesNewestFirst(db, {
          leagueId,
          after: next.lastMembershipChangeId,
        })
        return toLeagueResults(season, revertChanges(season, table, changes))
      },
    }
  }

  return {
    /** The results in force of another season, cached for a short time. A failed load is retried. */
    findOther(game: Game, publication: Publication): Promise<SeasonResults | null> {
      const cached = cache.get(publication.id)
      if (cached) return cached
      const loading = load({ game, publication, next: undefined })
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
        publication ? load({ game, publication, next: undefined }) : null,
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

    /** A publication as it was when the next one superseded it; null when the season has no such version. */
    async findVersion(game: Game, version: number): Promise<SeasonResults | null> {
      const publication = await findPublication(db, { gameId: game.id, version })
      const next = await findPublication(db, { gameId: game.id, version: version + 1 })
      return publication ? load({ game, publication, next }) : null
    },
  }
}
