import type { Game } from '#app/game/contest.ts'
import type { RoundPoints } from '#app/game/publication.ts'
import { findGame } from '#db/games.server.ts'
import { findPublicationInForce, listPublishedPoints } from '#db/publications.server.ts'
import { covers, type SeasonColumns } from './columns.server.ts'
import { addLateTeams, holdColumns } from './held-columns.server.ts'
import { type LeagueResults, openLeagueTables } from './leagues.server.ts'
import { openPastResults, type SeasonResults } from './past-results.server.ts'
import { type BoardSeason, type ComputedSeason, type Results, readResults } from './results.server.ts'
import { openWork, type WorkSettings } from './work.server.ts'

export interface Opening extends WorkSettings {
  /** Told why results in force could not be loaded: those before stay, or none are shown. */
  noteFault: (error: unknown) => void
}

/** The results of this process: held in memory, following what is in force in the database. */
export type Scoreboards = ReturnType<typeof openScoreboards>

type Season = Pick<Game, 'id' | 'publicationId' | 'teamCount'>

/**
 * Opens the scoreboards of a process. What is in force is computed once and served whole until the next is there
 * (docs/decisions/0002). `file`: where threads find the database.
 */
export function openScoreboards({ noteFault, ...settings }: Opening) {
  const { db, clock } = settings
  const work = openWork(settings)
  const columns = holdColumns({ db, clock, work })
  const past = openPastResults({ db, work, findColumns: columns.findOrRead, compute })
  let held: BoardSeason | undefined
  let installed = 0
  let following: Promise<void> | undefined

  /** All that follows from some points, with the large leagues that people look at just now. */
  async function compute(ofSeason: SeasonColumns, points: readonly RoundPoints[]): Promise<ComputedSeason> {
    const season = { columns: ofSeason, board: await work.compute(ofSeason, points) }
    const leagues = openLeagueTables({ db, season, rank: work.rank })
    // Team indices mean the same in them.
    if (held?.columns.teamIds === ofSeason.teamIds) await leagues.rankHeld(held.leagues, work.isSmall)
    return { ...season, points, leagues }
  }

  /** Brings what is held to what is in force. Whoever asks meanwhile waits for the same. */
  async function followOnce(season: Season): Promise<void> {
    const since = installed
    const publication = await findPublicationInForce(db, season.id)
    if (!publication) {
      if (held?.publication.gameId === season.id) install(undefined)
      return
    }
    const read = await columns.prepare(season)
    // A round of it is open again: the demo's clock went back just now, and something else will be in force.
    if (!covers(read, publication.roundNumbers)) return
    const points = await listPublishedPoints(db, publication.id)
    const computed = await compute(read, points)
    // What was published here meanwhile is newer.
    if (installed === since) install({ publication, ...computed })
  }

  function follow(season: Season): Promise<void> {
    following ??= followOnce(season).finally(() => {
      following = undefined
    })
    return following
  }

  function install(next: BoardSeason | undefined): void {
    held = next
    installed += 1
  }

  /** What is held of a season just now: another request, or the demo's clock, may have changed it while this one waited. */
  function heldOf({ id }: Season): BoardSeason | undefined {
    return held?.publication.gameId === id ? held : undefined
  }

  async function followLateTeams(season: Season): Promise<void> {
    const known = heldOf(season)?.columns
    if (!known || known.teamCount >= season.teamCount) return
    if (!(await addLateTeams(db, known))) await follow(season).catch(noteFault)
  }

  return {
    /**
     * The results of a season to show: those in force, or while a large season's are still computed the ones before.
     * Null before the first publication, and while this process has none yet.
     */
    async read(season: Season): Promise<Results | null> {
      if (season.publicationId === null) return null
      if (held?.publication.id !== season.publicationId) {
        const isComing = follow(season).catch(noteFault)
        if (work.isSmall(season.teamCount)) await isComing
      }
      await followLateTeams(season)
      const shown = heldOf(season)
      return shown ? readResults(shown) : null
    },

    /** A league's table at these results, with the members of this moment. */
    readLeague: (results: Results, leagueId: number): Promise<LeagueResults> =>
      results.season.leagues.find(leagueId),

    /** The results in force of any season. An inactive one is loaded for whoever asks, and dropped again. */
    async readSeason(gameId: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublicationInForce(db, gameId))
      if (!publication) return null
      const season = held
      if (season?.publication.id !== publication.id) return past.findOther(game, publication)
      return { results: readResults(season), readLeague: season.leagues.find }
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
    follow,
    /** Puts a publication in force here, at once after its transaction. */
    install,
    /** How often what is held has changed: part of every key of a cache of pages that show it. */
    changes: () => installed,
    /** Whether what is in force is held. */
    isReady: (season: Season) => season.publicationId === null || heldOf(season) !== undefined,

    /** Holds what is in force, and the line-ups of rounds that have closed: from time to time, so that nobody waits for it. */
    async keepUp(season: Season): Promise<void> {
      if (season.publicationId !== (held?.publication.id ?? null)) await follow(season)
      else await columns.prepareClosed(season)
    },
  }
}
