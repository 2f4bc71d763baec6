import type { ErrorSubset } from '#app/game/errors/errors.ts'
import type { Outcome } from '#app/game/problems.ts'
import type { RoundResult, Standing } from '#app/game/scoring/ranking.ts'
import { listResultLines, type ResultLine } from '#app/game/scoring/results.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLastRound, isOpen } from '#app/game/season/round.ts'
import type { Team } from '#app/game/team/team.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findLineup } from '#db/teams/lineups.server.ts'

/** A team's result in one round, position by position; undefined and null until it is computed. */
export interface TeamResult {
  round: Round
  lines: readonly ResultLine[]
  result: RoundResult | undefined
  standing: Standing | undefined
}

export type ResultProblem = ErrorSubset<'MOST_RECENT_ROUND_MISSING' | 'ROUND_MISSING' | 'ROUND_NOT_STARTED'>

interface TeamResultParams {
  contest: Contest
  results: Results | null
  team: Team
  /** 'last' is the round with the latest deadline that has passed. */
  requestedRound: number | 'last'
  /** Game time, epoch ms. */
  now: number
}

/** A team's result in a round. Before the round's deadline no line-up is read (D9). */
export async function readTeamResult(
  db: Db,
  { contest, results, team, requestedRound, now }: TeamResultParams,
): Promise<Outcome<TeamResult, ResultProblem>> {
  const isLast = requestedRound === 'last'
  const round = isLast
    ? findLastRound(contest.rounds, now)
    : contest.rounds.find((each) => each.roundNumber === requestedRound)
  if (!round) return { ok: false, problem: isLast ? 'MOST_RECENT_ROUND_MISSING' : 'ROUND_MISSING' }
  if (isOpen(round, now)) return { ok: false, problem: 'ROUND_NOT_STARTED' }
  const { roundNumber } = round
  const lineup = await findLineup(db, { teamId: team.id, roundNumber })
  const value = {
    round,
    lines: listResultLines(contest, lineup, results?.pointsOf(roundNumber) ?? []),
    result: results?.listRoundResults(team.id).find((each) => each.roundNumber === roundNumber),
    standing: results?.findStanding(team.id),
  }
  return { ok: true, value }
}
