import { config } from '#app/config.server.ts'
import { findRevealedRound, type HiddenRound, type ResultsChoice } from '#app/game/results-choice.ts'
import type { Contest, Game } from '#app/game/season/contest.ts'
import { findLiveRound } from '#app/game/season/round.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { hasPointsOf, type Results } from '#app/services/scoreboard/results.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { readActiveContest } from './active-contest.server.ts'

/** The only instance of the scoreboards in this process. Only routes and the server's start import it. */
export const scoreboards = createScoreboards({
  db,
  clock,
  location: config.database,
  isDemo: config.isDemo,
  onError: (error) => logLine('error', 'results-not-loaded', describeError(error)),
})

/** The active season with the results of one publication of each kind, as far as a visitor's choice shows them (D38). */
export interface ActiveSeason {
  contest: Contest
  /** The official results; null before the first publication. */
  results: Results | null
  /** Those that pages show instead, while a round is live (D34); null without any. */
  live: Results | null
  /** The newest round whose results may be shown; infinite where none are hidden. */
  revealedRound: number
  /** The first round whose results are known, but hidden; null without one. */
  hidden: HiddenRound | null
}

/**
 * The active season for one request, or undefined without one. A round counts as computed when `results` include it, so
 * that rounds and results are always of the same publication; a live one does not. What the choice hides is not in it.
 */
export async function findActiveSeason(choice: ResultsChoice): Promise<ActiveSeason | undefined> {
  const contest = await readActiveContest()
  if (!contest) return undefined
  const official = await scoreboards.read(contest)
  const live = await scoreboards.readLive(contest)
  const revealedRound = findRevealedRound(choice, contest.year)
  const results = await scoreboards.limit(official, revealedRound)
  return {
    contest: {
      ...contest,
      rounds: contest.rounds.map((round) => ({
        ...withComputedAt(round, results),
        hasPublishedPoints: [official, live].some(
          (each) => each !== null && hasPointsOf(each, round.roundNumber),
        ),
      })),
    },
    results,
    live: await limitLive(live, results, revealedRound),
    revealedRound,
    hidden: findHiddenRound(contest, [official, live], revealedRound),
  }
}

/** Whether a round is closed and not official yet: the live page is about it (D34). `now`: game time, epoch ms. */
export async function isRoundOnAir(season: Game & Pick<Contest, 'rounds'>, now: number): Promise<boolean> {
  const official = await scoreboards.read(season)
  const rounds = season.rounds.map((round) => withComputedAt(round, official))
  return findLiveRound(rounds, now) !== undefined
}

/** Live results without a live round, or without points of one, are no live results. */
async function limitLive(live: Results | null, official: Results | null, revealedRound: number) {
  const isShown = live?.publication.roundNumbers.some(
    (each) =>
      each <= revealedRound && !official?.publication.roundNumbers.includes(each) && hasPointsOf(live, each),
  )
  return isShown ? scoreboards.limit(live, revealedRound) : null
}

function findHiddenRound(
  { rounds, year }: Contest,
  known: readonly (Results | null)[],
  revealedRound: number,
): HiddenRound | null {
  const round = rounds.find((each) => each.roundNumber > revealedRound && isKnown(each, known))
  return round ? { year, roundNumber: round.roundNumber, title: round.title } : null
}

function isKnown({ roundNumber }: Contest['rounds'][number], known: readonly (Results | null)[]): boolean {
  return known.some((results) => results?.publication.roundNumbers.includes(roundNumber))
}

function withComputedAt(
  round: Contest['rounds'][number],
  results: Results | null,
): Contest['rounds'][number] {
  const isCovered = results?.publication.roundNumbers.includes(round.roundNumber) ?? false
  return { ...round, computedAt: isCovered && results ? results.publication.publishedAt : null }
}

/** The results of any season, as far as the choice shows them: it hides those of the active one. */
export async function readRevealedSeason(gameId: number, choice: ResultsChoice) {
  const season = await scoreboards.readSeason(gameId)
  const active = await findActiveGame(db)
  const revealedRound = active?.id === gameId ? findRevealedRound(choice, active.year) : Infinity
  const results = await scoreboards.limit(season?.results ?? null, revealedRound)
  if (!season || !results) return { season: null, revealedRound }
  const readLeague =
    results === season.results
      ? season.readLeague
      : (leagueId: number) => scoreboards.readLeague(results, leagueId)
  return { season: { results, readLeague }, revealedRound }
}
