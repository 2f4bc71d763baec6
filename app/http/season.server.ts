import { data } from '@remix-run/node'
import type { Contest } from '#app/game/contest.ts'
import { findNextRound } from '#app/game/round.ts'

type Season = Pick<Contest, 'rounds'>

/** The manager's team, or the card that says there is none: with other ways on once no team can be saved. `now` in epoch ms. */
export function orNoTeam<Team>(team: Team | undefined, season: Season, now: number): Team {
  return team ?? endWithCard('TEAM_MISSING', 404, season, now)
}

/** Ends the request with the card of a team that is locked: with other ways on once every round is closed. */
export function endWithTeamLocked(season: Season, now: number): never {
  return endWithCard('TEAM_CHANGE_NOT_ALLOWED', 409, season, now)
}

function endWithCard(errorType: string, status: number, { rounds }: Season, now: number): never {
  throw data({ errorType, status, isOver: !findNextRound(rounds, now) }, { status })
}
