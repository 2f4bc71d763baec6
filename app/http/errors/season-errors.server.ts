import type { Contest } from '#app/game/season/contest.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { findMissedRounds } from '#app/game/season/season-phase.ts'
import type { Team } from '#app/game/team/team.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'
import { throwErrorCard, throwErrorResponse } from '#app/http/responses.server.ts'

interface GameState {
  contest: Pick<Contest, 'rounds'>
  /** Game time, epoch ms. */
  now: number
}

/**
 * Hidden field of a form that saves: the year of its page's season. Undefined from a page of a version without the
 * field.
 */
export const seasonField = wholeNumber(1956, 9999).optional()

/** Ends the request with the error card for a form of another season. */
export function throwSeasonChanged(card: object): never {
  return throwErrorCard('SEASON_CHANGED', { card })
}

/**
 * The manager's game with a team, or the error card for a missing team: with what a late join has missed, and with other
 * links once no team can be saved (D7).
 */
export function requireTeam<Game extends GameState & { team: Team | undefined }>(
  game: Game,
): Game & { team: Team } {
  const { team, now } = game
  if (team) return { ...game, team }
  const { rounds } = game.contest
  const missed = findMissedRounds(rounds, now)
  const note = missed && `${missed.text} Saving a team locks its six at once.`
  return throwErrorCard('TEAM_MISSING', { isOver: !findNextRound(rounds, now), note })
}

/** Ends the request with the error card of a locked team; after the last deadline with the one that links to results (D7). */
export function throwTeamLocked({ contest, now }: GameState): never {
  return findNextRound(contest.rounds, now)
    ? throwErrorResponse('TEAM_CHANGE_NOT_ALLOWED')
    : throwErrorResponse('NEXT_ROUND_MISSING')
}
