import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLastRound, findLiveRound, findNextRound, isOpen } from '#app/game/season/round.ts'
import { describeLateJoin } from '#app/game/season/season-phase.ts'
import type { Team } from '#app/game/team/team.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'
import { orNotFound, seeOtherWithFlash, throwErrorCard } from '#app/http/responses.server.ts'

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
  const isOver = !findNextRound(rounds, now)
  return throwErrorCard('TEAM_MISSING', { isOver, note: describeLateJoin(rounds, now) })
}

interface ClosedRoundParams {
  /** The round that the query asks for; null for the one whose deadline passed last. */
  roundParam: string | null
  /** Where an open round leads back to: the page without one. */
  pageHref: string
}

/**
 * The round of a page that shows what happened in one. Ends the request with 404 before the first deadline and for an unknown
 * round, and leads an open one back to the page with a message: nothing is told before a round's deadline (D36).
 */
export function requireClosedRound(
  { contest, now }: GameState,
  { roundParam, pageHref }: ClosedRoundParams,
): Round {
  const last = orNotFound(findLastRound(contest.rounds, now), 'MOST_RECENT_ROUND_MISSING')
  if (roundParam === null) return last
  const round = contest.rounds.find((each) => String(each.roundNumber) === roundParam)
  const found = orNotFound(round, 'ROUND_MISSING')
  if (isOpen(found, now))
    throw seeOtherWithFlash(pageHref, { code: 'round-not-started', params: { round: found.title } })
  return found
}

/**
 * The round of the page of the evening (D41). Before the first show it leads to the line-up, after a show whose results are
 * official to them, each with a message; who has no team gets the card that says so.
 */
export function requireLiveRound(game: GameState & { team: Team | undefined }): Round {
  const { now, contest } = game
  const { rounds } = contest
  const live = findLiveRound(rounds, now)
  if (live) return live
  requireTeam(game)
  const last = findLastRound(rounds, now)
  throw last
    ? seeOtherWithFlash(`/game/results?round=${last.roundNumber}`, {
        code: 'round-official',
        params: { round: last.title },
      })
    : seeOtherWithFlash('/game/lineup', {
        code: 'show-not-begun',
        params: { round: rounds[0]?.title ?? 'first show' },
      })
}
