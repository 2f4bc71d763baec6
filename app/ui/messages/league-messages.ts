import { leagueErrors } from '#app/game/errors/league-errors.ts'
import { teamErrors } from '#app/game/errors/team-errors.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import type { ToastMessage } from './error-messages.ts'
import { getLeagueFailureTitle, teamRequired } from './league-failures.ts'

/** The toast of each error about leagues (spec 5 and 8, word for word). */
const messages: Record<LeagueProblem, ToastMessage> = {
  ...leagueErrors,
  ACTIVE_GAME_MISSING: teamErrors.ACTIVE_GAME_MISSING,
  SEASON_CHANGED: teamErrors.SEASON_CHANGED,
  TEAM_MISSING: teamRequired,
  TOO_MANY_REQUESTS: {
    title: 'Not done yet',
    text: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
}

/** The spec words these errors for one of creating and joining only; these are the texts for the other. */
const textsByIntent: Readonly<Record<string, Partial<Record<LeagueProblem, string>>>> = {
  join: {
    USER_MAX_LEAGUES_EXCEEDED: 'Leave another league first: you are in as many as you can join.',
  },
  create: { TEAM_MISSING: 'Please create your team before creating a league.' },
}

/** Errors that the spec gives no title of their own: creating and joining use a title of the intent. */
const problemsWithoutTitle: readonly LeagueProblem[] = [
  'LEAGUE_NAME_MALFORMED',
  'TOO_MANY_REQUESTS',
  'LEAGUE_NOT_SAVED',
]

/** The toast for an error about leagues; without a title of its own it is named after the failed intent. */
export function getLeagueErrorMessage(problem: LeagueProblem, intent: string): ToastMessage {
  const text = textsByIntent[intent]?.[problem]
  if (text) return { title: getLeagueFailureTitle(intent), text }
  const isNamed = !problemsWithoutTitle.includes(problem) || !['create', 'join'].includes(intent)
  return {
    title: isNamed ? messages[problem].title : getLeagueFailureTitle(intent),
    text: messages[problem].text,
    field: problem.startsWith('LEAGUE_NAME') ? 'league-name-field' : undefined,
  }
}
