import { leagueErrors } from '#app/game/errors/league-errors.ts'
import { teamErrors } from '#app/game/errors/team-errors.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { type FetchError, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'
import type { ToastMessage } from './error-messages.ts'

/** The toast of each error about leagues (spec 5 and 8, word for word). */
const messages: Record<LeagueProblem, ToastMessage> = {
  ...leagueErrors,
  ACTIVE_GAME_MISSING: teamErrors.ACTIVE_GAME_MISSING,
  SEASON_CHANGED: teamErrors.SEASON_CHANGED,
  TEAM_MISSING: {
    title: 'Team required to join league',
    text: 'Please create your team before joining a league.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Not done yet',
    text: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
}

/** The spec words these errors for one of creating and joining only; these are the texts for the other. */
const textsByIntent: Readonly<Record<string, Partial<Record<LeagueProblem, string>>>> = {
  join: {
    USER_MAX_LEAGUES_EXCEEDED: 'Leave another league first: you are in the maximum number of leagues.',
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
  const message = messages[problem]
  const title = problemsWithoutTitle.includes(problem) ? failureTitles[intent] : undefined
  return { title: title ?? message.title, text: message.text }
}

/** The toast for an action that failed: with an error code, or because the request failed (spec 8). */
export function getLeagueFailureMessage(
  failure: { intent: string } & ({ problem: LeagueProblem } | FetchError),
): ToastMessage {
  if ('problem' in failure) return getLeagueErrorMessage(failure.problem, failure.intent)
  return { title: getLeagueFailureTitle(failure.intent), text: getFetchErrorText(failure.fetchError) }
}

/** The title of a failed action, where the spec has no other (spec 8). */
export function getLeagueFailureTitle(intent: string): string {
  return failureTitles[intent] ?? messages.LEAGUE_NOT_SAVED.title
}

const failureTitles: Readonly<Record<string, string>> = {
  create: 'Error creating league',
  join: 'Error joining league',
}
