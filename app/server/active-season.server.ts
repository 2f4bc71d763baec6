import { config } from '#app/config.server.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

/** The process's one set of results. Only routes and what starts the server import it. */
export const scoreboards = createScoreboards({
  db,
  clock,
  file: config.databaseFile,
  isDemo: config.isDemo,
  onError: (error) => logLine('error', 'results-not-loaded', describeError(error)),
})

/** The active season with the results of one publication; null while there are none. */
export interface ActiveSeason {
  contest: Contest
  results: Results | null
}

/**
 * The active season as a request shows it, or undefined without one: a round counts as computed when the results that are
 * shown with it cover it, so that nothing is half old and half new.
 */
export async function findActiveSeason(): Promise<ActiveSeason | undefined> {
  const contest = await findActiveContest(db)
  if (!contest) return undefined
  const results = await scoreboards.read(contest)
  return {
    contest: { ...contest, rounds: contest.rounds.map((round) => withComputedAt(round, results)) },
    results,
  }
}

function withComputedAt(
  round: Contest['rounds'][number],
  results: Results | null,
): Contest['rounds'][number] {
  const isCovered = results?.publication.roundNumbers.includes(round.roundNumber) ?? false
  return { ...round, computedAt: isCovered && results ? results.publication.publishedAt : null }
}
