import { config } from '#app/config.server.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

/** The only instance of the scoreboards in this process. Only routes and the server's start import it. */
export const scoreboards = createScoreboards({
  db,
  clock,
  location: config.database,
  isDemo: config.isDemo,
  onError: (error) => logLine('error', 'results-not-loaded', describeError(error)),
})

/** The active season with the results of one publication of each kind. */
export interface ActiveSeason {
  contest: Contest
  /** The official results; null before the first publication. */
  results: Results | null
  /** Those that pages show instead, while a round is live (D34); null without any. */
  live: Results | null
}

/**
 * The active season for one request, or undefined without one. A round counts as computed when `results` include it, so
 * that rounds and results are always of the same publication; a live one does not.
 */
export async function findActiveSeason(): Promise<ActiveSeason | undefined> {
  const contest = await findActiveContest(db)
  if (!contest) return undefined
  const results = await scoreboards.read(contest)
  return {
    contest: { ...contest, rounds: contest.rounds.map((round) => withComputedAt(round, results)) },
    results,
    live: await scoreboards.readLive(contest),
  }
}

function withComputedAt(
  round: Contest['rounds'][number],
  results: Results | null,
): Contest['rounds'][number] {
  const isCovered = results?.publication.roundNumbers.includes(round.roundNumber) ?? false
  return { ...round, computedAt: isCovered && results ? results.publication.publishedAt : null }
}
