import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Contest, Game } from '#app/game/season/contest.ts'
import { findLivePublication, findPublicationInForce } from '#db/scoreboard/publications.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { createHolders, createTeamLineups } from './holders.server.ts'
import { createLeagueTables, type LeagueResults } from './league-tables.server.ts'
import type { SeasonColumns } from './lineup-columns.server.ts'
import { createColumnsCache } from './lineup-columns-cache.server.ts'
import { createLimitedResults, createPastResults, type SeasonResults } from './past-results.server.ts'
import { createPressRanks } from './press-ranks.server.ts'
import { createPublishedResults, type PublishingSeason } from './published-results.server.ts'
import { type ComputedSeason, type Results, toResults } from './results.server.ts'
import { createTaskRunner, type TaskRunnerOptions } from './task-runner.server.ts'
import { createTopTotals, type FindTotalsForPlace } from './top-totals.server.ts'
import { createWhatIf } from './what-if.server.ts'

export interface ScoreboardsOptions extends TaskRunnerOptions {
  /** Called when the results in force cannot be loaded: the previous ones stay, or none are shown. */
  onError: (error: unknown) => void
  /** The time in ms from any instant. */
  timer?: () => number
}

/** The results that this process holds in memory; they follow the publication in force. */
export type Scoreboards = ReturnType<typeof createScoreboards>

type Season = PublishingSeason

/**
 * Creates the scoreboards of a process. The results in force are computed once and served until the next ones are
 * complete (docs/decisions/0002). `location`: where worker threads find the database.
 */
export function createScoreboards({
  onError,
  timer = () => performance.now(),
  ...settings
}: ScoreboardsOptions) {
  const { db, clock } = settings
  const tasks = createTaskRunner(settings)
  const columns = createColumnsCache({ db, clock, tasks })
  const readTopTotals = createTopTotals({ tasks })
  const readPressRanks = createPressRanks({ db, tasks })
  const past = createPastResults({ db, findColumns: columns.findOrRead, compute, timer })
  const common = { db, tasks, prepareColumns: columns.prepare, compute, onError }
  const official = createPublishedResults({
    ...common,
    find: findPublicationInForce,
    idOf: (season) => season.publicationId,
  })
  const live = createPublishedResults({
    ...common,
    find: findLivePublication,
    idOf: (season) => season.livePublicationId,
  })

  /** For what a page works without. */
  function toNull(error: unknown): null {
    onError(error)
    return null
  }

  /** Computes all results from some points. */
  async function computeSeason(
    ofSeason: SeasonColumns,
    points: readonly RoundPoints[],
  ): Promise<ComputedSeason> {
    const season = { columns: ofSeason, board: await tasks.compute(ofSeason, points) }
    const earlier = findShown(ofSeason)?.leagues.cached
    return { ...season, points, leagues: createLeagueTables({ db, season, rank: tasks.rank, earlier }) }
  }

  /** The results that are shown, if they are of the same teams: then team indices are the same. */
  function findShown({ teamIds }: SeasonColumns) {
    const shown = live.peek() ?? official.peek()
    return shown?.columns.teamIds === teamIds ? shown : undefined
  }

  /** The same, and ranks the large leagues that are cached at present. */
  async function compute(ofSeason: SeasonColumns, points: readonly RoundPoints[]): Promise<ComputedSeason> {
    const season = await computeSeason(ofSeason, points)
    const shown = findShown(ofSeason)
    if (shown) await season.leagues.rankCached(shown.leagues, tasks.isSmall)
    return season
  }

  return {
    /** The official results of a season: those in force. Null before the first publication. */
    read: official.read,
    /** The live results of a season, which pages show instead until its round is official (D34); null without any. */
    readLive: live.read,
    /** Results as after a round, for visitors who hide the later ones (D38); null when they cover none up to it. */
    limit: createLimitedResults(computeSeason),

    /** A league's table at these results, with its current members. `lastChange` as in `LeagueTables.find`. */
    readLeague: (results: Results, leagueId: number, lastChange?: number): Promise<LeagueResults> =>
      results.season.leagues.find(leagueId, lastChange),

    /** The same for a page that works without it: null where it cannot be loaded. */
    tryReadLeague: (results: Results, leagueId: number): Promise<LeagueResults | null> =>
      results.season.leagues.find(leagueId).catch(toNull),

    /**
     * What was shown before these live results, with the teams and members of now; null for a season's first publication, and
     * where it cannot be loaded: it is an extra of a page, and tried again by a later call.
     */
    async readBefore(game: Game, { publication }: Results): Promise<SeasonResults | null> {
      const held = [live.peekReplaced(), official.peek(), official.peekReplaced()].find(
        (season) => season?.publication.id === publication.replacedId,
      )
      if (held) return { results: toResults(held), readLeague: held.leagues.find }
      return past.findBefore(game, publication).catch(toNull)
    },

    /** Whether what was shown before these results could not be loaded when it was tried last. */
    isBeforeMissing: ({ publication }: Results) => past.isBeforeMissing(publication.id),

    /** How many teams hold each country in a closed round; null while its line-ups are being stored and counted. */
    readHolders: createHolders({ tasks, findColumn: columns.findSettled }),
    /** The line-ups of a closed round by team, without a query for them; null while they are being stored and read. */
    readLineups: createTeamLineups(columns.findSettled),

    /** What a place among all teams takes as a country gets more points; null where it cannot be listed: the page works without it. */
    readTopTotals: (
      season: Contest,
      results: Results,
      roundNumber: number,
    ): Promise<FindTotalsForPlace | null> => readTopTotals(season, results, roundNumber).catch(toNull),

    /** A team's rank after each press of a round's evening; null where that cannot be loaded: the page works without it. */
    readPressRanks: (...asked: Parameters<typeof readPressRanks>) => readPressRanks(...asked).catch(toNull),

    /** Places as they would be if some countries had other points in a round that is live. */
    readWhatIf: createWhatIf({ tasks }),

    /** The results in force of any season. An inactive season's are loaded on demand and cached for a short time. */
    async readSeason(gameId: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublicationInForce(db, gameId))
      if (!publication) return null
      const season = official.peek()
      if (season?.publication.id !== publication.id) return past.findOther(game, publication)
      return { results: toResults(season), readLeague: season.leagues.find }
    },

    prepare: columns.prepare,
    compute,
    follow: official.load,
    /** Puts a publication in force in this process, right after its transaction. */
    install: official.install,
    /** Shows a live publication in this process, right after its transaction. */
    installLive: live.install,
    /** How often the results in memory have changed: part of the cache key of pages that show them. */
    countChanges: () => official.countChanges() + live.countChanges(),
    /**
     * The publications whose results this process shows now: the official and the live one; null for none. And 1 where what was
     * shown before the live one could be loaded only later than that.
     */
    listShown() {
      const shown = [official.peek(), live.peek()].map((season) => season?.publication.id ?? null)
      const liveId = shown.at(-1)
      return [...shown, liveId && past.wasBeforeLate(liveId) ? 1 : null]
    },
    /** Whether the results that are shown are in memory. */
    isReady: (season: Season) => official.isReady(season) && live.isReady(season),

    /**
     * Loads the results that are shown and the line-ups of closed rounds: called periodically, so that no request waits
     * for them.
     */
    async refresh(season: Season): Promise<void> {
      const outdated = [official, live].filter((results) => results.isOutdated(season))
      for (const results of outdated) await results.load(season)
      if (outdated.length === 0) await columns.prepareClosed(season)
    },
  }
}
