import { data } from '@remix-run/node'
import type { Contest } from '#app/game/contest.ts'
import { findNextRound } from '#app/game/round.ts'
import { wholeNumber } from './query.server.ts'

type Season = Pick<Contest, 'rounds'>

/**
 * The hidden field of a form that saves: the year of the season whose page it stands on. Undefined from a page that was open
 * before there was such a field.
 */
export const seasonField = wholeNumber(1956, 9999).optional()

/** Ends the request with the card of a form that belongs to another season. */
export function endWithOtherSeason(card: object): never {
  throw data({ errorType: 'SEASON_CHANGED', status: 409, card }, { status: 409 })
}

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
