import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { findPublicationInForce, listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { createLeagueTables, type LeagueResults } from './league-tables.server.ts'
import { coversRounds, type SeasonColumns } from './lineup-columns.server.ts'
import { appendNewTeams, createColumnsCache } from './lineup-columns-cache.server.ts'
import { createPastResults, type SeasonResults } from './past-results.server.ts'
import { type ComputedSeason, type PublishedSeason, type Results, toResults } from './results.server.ts'
import { createTaskRunner, type TaskRunnerOptions } from './task-runner.server.ts'

export interface ScoreboardsOptions extends TaskRunnerOptions {
  /** Told why results in force could not be loaded: those before stay, or none are shown. */
  onError: (error: unknown) => void
}

/** The results of this process: held in memory, following what is in force in the database. */
export type Scoreboards = ReturnType<typeof createScoreboards>

type Season = Pick<Game, 'id' | 'publicationId' | 'teamCount'>

/**
 * Opens the scoreboards of a process. What is in force is computed once and served whole until the next is there
 * (docs/decisions/0002). `file`: where threads find the database.
 */
export function createScoreboards({ onError, ...settings }: ScoreboardsOptions) {
  const { db, clock } = settings
  const work = createTaskRunner(settings)
  const columns = createColumnsCache({ db, clock, work })
  const past = createPastResults({ db, work, findColumns: columns.findOrRead, compute })
  let current: PublishedSeason | undefined
  let changeCount = 0
  let loading: Promise<void> | undefined

  /** All that follows from some points, with the large leagues that people look at just now. */
  async function compute(ofSeason: SeasonColumns, points: readonly RoundPoints[]): Promise<ComputedSeason> {
    const season = { columns: ofSeason, board: await work.compute(ofSeason, points) }
    const leagues = createLeagueTables({ db, season, rank: work.rank })
    // Team indices mean the same in them.
    if (current?.columns.teamIds === ofSeason.teamIds) await leagues.rankCached(current.leagues, work.isSmall)
    return { ...season, points, leagues }
  }

  /** Brings what is held to what is in force. Whoever asks meanwhile waits for the same. */
  async function loadInForceOnce(season: Season): Promise<void> {
    const since = changeCount
    const publication = await findPublicationInForce(db, season.id)
    if (!publication) {
      if (current?.publication.gameId === season.id) install(undefined)
      return
    }
    const read = await columns.prepare(season)
    // A round of it is open again: the demo's clock went back just now, and something else will be in force.
    if (!coversRounds(read, publication.roundNumbers)) return
    const points = await listPublishedPoints(db, publication.id)
    const computed = await compute(read, points)
    // What was published here meanwhile is newer.
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

  /** What is held of a season just now: another request, or the demo's clock, may have changed it while this one waited. */
  function findCurrent({ id }: Season): PublishedSeason | undefined {
    return current?.publication.gameId === id ? current : undefined
  }

  async function addNewTeams(season: Season): Promise<void> {
    const known = findCurrent(season)?.columns
    if (!known || known.teamCount >= season.teamCount) return
    if (!(await appendNewTeams(db, known))) await loadInForce(season).catch(onError)
  }

  return {
    /**
     * The results of a season to show: those in force, or while a large season's are still computed the ones before.
     * Null before the first publication, and while this process has none yet.
     */
    async read(season: Season): Promise<Results | null> {
      if (season.publicationId === null) return null
      if (current?.publication.id !== season.publicationId) {
        const loaded = loadInForce(season).catch(onError)
        if (work.isSmall(season.teamCount)) await loaded
      }
      await addNewTeams(season)
      const found = findCurrent(season)
      return found ? toResults(found) : null
    },

    /** A league's table at these results, with the members of this moment. */
    readLeague: (results: Results, leagueId: number): Promise<LeagueResults> =>
      results.season.leagues.find(leagueId),

    /** The results in force of any season. An inactive one is loaded for whoever asks, and dropped again. */
    async readSeason(gameId: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublicationInForce(db, gameId))
      if (!publication) return null
      const season = current
      if (season?.publication.id !== publication.id) return past.findOther(game, publication)
      return { results: toResults(season), readLeague: season.leagues.find }
    },

    /**
     * A publication as it was when the next one came: its points, with the teams and members of that instant. Null when a
     * season has no such version, and while the demo's clock stands before one of its rounds.
     */
    async findScoreboard(gameId: number, version: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      return game ? past.findVersion(game, version) : null
    },

    prepare: columns.prepare,
    compute,
    follow: loadInForce,
    /** Puts a publication in force here, at once after its transaction. */
    install,
    /** How often what is held has changed: part of every key of a cache of pages that show it. */
    countChanges: () => changeCount,
    /** Whether what is in force is held. */
    isReady: (season: Season) => season.publicationId === null || findCurrent(season) !== undefined,

    /** Holds what is in force, and the line-ups of rounds that have closed: from time to time, so that nobody waits for it. */
    async refresh(season: Season): Promise<void> {
      if (season.publicationId !== (current?.publication.id ?? null)) await loadInForce(season)
      else await columns.prepareClosed(season)
    },
  }
}
