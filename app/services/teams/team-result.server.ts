import { listResultLines } from '#app/game/scoring/results.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { findLastRound, isOpen } from '#app/game/season/round.ts'
import type { Team } from '#app/game/team/team.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findLineup } from '#db/teams/lineups.server.ts'

interface TeamResultParams {
  contest: Contest
  results: Results | null
  team: Team
  /** 'last' is the round with the latest deadline that has passed. */
  requestedRound: number | 'last'
  /** Game time, epoch ms. */
  now: number
}

/**
 * A team's result in a round, position by position; the result and the standing are undefined until it is computed. Before the
 * round's deadline no line-up is read (D9).
 */
export async function readTeamResult(
  db: Db,
  { contest, results, team, requestedRound, now }: TeamResultParams,
) {
  const isLast = requestedRound === 'last'
  const round = isLast
    ? findLastRound(contest.rounds, now)
    : contest.rounds.find((each) => each.roundNumber === requestedRound)
  if (!round) return { ok: false, problem: isLast ? 'MOST_RECENT_ROUND_MISSING' : 'ROUND_MISSING' } as const
  if (isOpen(round, now)) return { ok: false, problem: 'ROUND_NOT_STARTED' } as const
  const { roundNumber } = round
  const lineup = await findLineup(db, { teamId: team.id, roundNumber })
  const value = {
    round,
    lines: listResultLines(contest, lineup, results?.pointsOf(roundNumber) ?? []),
    result: results?.listRoundResults(team.id).find((each) => each.roundNumber === roundNumber),
    standing: results?.findStanding(team.id),
  }
  return { ok: true, value } as const
}
