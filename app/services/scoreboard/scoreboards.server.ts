import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { findPublicationInForce, listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { createHolders } from './holders.server.ts'
import { createLeagueTables, type LeagueResults } from './league-tables.server.ts'
import { coversRounds, type SeasonColumns } from './lineup-columns.server.ts'
import { appendNewTeams, createColumnsCache } from './lineup-columns-cache.server.ts'
import { createPastResults, type SeasonResults } from './past-results.server.ts'
import { type ComputedSeason, type PublishedSeason, type Results, toResults } from './results.server.ts'
import { createTaskRunner, type TaskRunnerOptions } from './task-runner.server.ts'

export interface ScoreboardsOptions extends TaskRunnerOptions {
  /** Called when the results in force cannot be loaded: the previous ones stay, or none are shown. */
  onError: (error: unknown) => void
}

/** The results that this process holds in memory; they follow the publication in force. */
export type Scoreboards = ReturnType<typeof createScoreboards>

type Season = Pick<Game, 'id' | 'publicationId' | 'teamCount'>

/**
 * Creates the scoreboards of a process. The results in force are computed once and served until the next ones are
 * complete (docs/decisions/0002). `location`: where worker threads find the database.
 */
export function createScoreboards({ onError, ...settings }: ScoreboardsOptions) {
  const { db, clock } = settings
  const tasks = createTaskRunner(settings)
  const columns = createColumnsCache({ db, clock, tasks })
  const past = createPastResults({ db, tasks, findColumns: columns.findOrRead, compute })
  let current: PublishedSeason | undefined
  let changeCount = 0
  let loading: Promise<void> | undefined

  /** Computes all results from some points, and ranks the large leagues that are cached at present. */
  async function compute(ofSeason: SeasonColumns, points: readonly RoundPoints[]): Promise<ComputedSeason> {
    const season = { columns: ofSeason, board: await tasks.compute(ofSeason, points) }
    const leagues = createLeagueTables({ db, season, rank: tasks.rank })
    // Team indices are the same in both.
    if (current?.columns.teamIds === ofSeason.teamIds)
      await leagues.rankCached(current.leagues, tasks.isSmall)
    return { ...season, points, leagues }
  }

  /** Loads the results in force if they are newer. Concurrent requests are coalesced. */
  async function loadInForceOnce(season: Season): Promise<void> {
    const since = changeCount
    const publication = await findPublicationInForce(db, season.id)
    if (!publication) {
      if (current?.publication.gameId === season.id) install(undefined)
      return
    }
    const read = await columns.prepare(season)
    // One of its rounds is open again: the demo's clock was just moved back, and another publication will be in
    // force.
    if (!coversRounds(read, publication.roundNumbers)) return
    const points = await listPublishedPoints(db, publication.id)
    const computed = await compute(read, points)
    // A publication installed meanwhile is newer.
    if (changeCount === since) install({ publication, ...computed })
  }

  function loadInForce(season: Season): Promise<void> {
    loading ??= loadInForceOnce(season).finally(() => {
      loading = undefined
    })
    return loading
  }

  function install(next: PublishedSeason | undefined): void {
    current = next
    changeCount += 1
  }

  /** The results held in memory now: a concurrent request, or the demo's clock, may have changed them. */
  function findCurrent({ id }: Season): PublishedSeason | undefined {
    return current?.publication.gameId === id ? current : undefined
  }

  async function addNewTeams(season: Season): Promise<void> {
    const columns = findCurrent(season)?.columns
    if (!columns || columns.teamCount >= season.teamCount) return
    if (!(await appendNewTeams(db, columns))) await loadInForce(season).catch(onError)
  }

  return {
    /**
     * The results of a season to show: those in force, or the previous ones while a large season's are being
     * computed. Null before the first publication, and while this process has none yet.
     */
    async read(season: Season): Promise<Results | null> {
      if (season.publicationId === null) return null
      if (current?.publication.id !== season.publicationId) {
        const loaded = loadInForce(season).catch(onError)
        if (tasks.isSmall(season.teamCount)) await loaded
      }
      await addNewTeams(season)
      const published = findCurrent(season)
      return published ? toResults(published) : null
    },

    /** A league's table at these results, with its current members. */
    readLeague: (results: Results, leagueId: number): Promise<LeagueResults> =>
      results.season.leagues.find(leagueId),

    /** How many teams hold each country in a closed round; null while its line-ups are being stored and counted. */
    readHolders: createHolders({ tasks, findColumn: columns.findSettled }),

    /** The results in force of any season. An inactive season's are loaded on demand and cached for a short time. */
    async readSeason(gameId: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublicationInForce(db, gameId))
      if (!publication) return null
      const season = current
      if (season?.publication.id !== publication.id) return past.findOther(game, publication)
      return { results: toResults(season), readLeague: season.leagues.find }
    },

    /**
     * A publication as it was when the next one superseded it: its points, with the teams and members of that
     * instant. Null when a season has no such version, and while the demo's clock is before one of its rounds.
     */
    async findScoreboard(gameId: number, version: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      return game ? past.findVersion(game, version) : null
    },

    prepare: columns.prepare,
    compute,
    follow: loadInForce,
    /** Puts a publication in force in this process, right after its transaction. */
    install,
    /** How often the results in memory have changed: part of the cache key of pages that show them. */
    countChanges: () => changeCount,
    /** Whether the results in force are in memory. */
    isReady: (season: Season) => season.publicationId === null || findCurrent(season) !== undefined,

    /**
     * Loads the results in force and the line-ups of closed rounds: called periodically, so that no request waits for
     * them.
     */
    async refresh(season: Season): Promise<void> {
      if (season.publicationId !== (current?.publication.id ?? null)) await loadInForce(season)
      else await columns.prepareClosed(season)
    },
  }
}
