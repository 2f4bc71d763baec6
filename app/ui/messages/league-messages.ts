import type { LeagueProblem } from '#app/game/league.ts'
import { type FetchError, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'
import { getErrorMessage, type ToastMessage } from './error-messages.ts'

/** The toast of each error about leagues (spec 5 and 8, word for word). */
const messages: Record<LeagueProblem, ToastMessage> = {
  ACTIVE_GAME_MISSING: {
    title: 'No active game',
    text: 'There currently is no active game going on. Please come back later.',
  },
  SEASON_CHANGED: getErrorMessage('SEASON_CHANGED'),
  TEAM_MISSING: {
    title: 'Team required to join league',
    text: 'Please create your team before joining a league.',
  },
  LEAGUE_MISSING: { title: 'League not found', text: 'It does not exist, or you are not a member of it.' },
  LEAGUE_NAME_MISSING: { title: 'Missing league name', text: 'Please enter a name for your league.' },
  LEAGUE_NAME_TOO_LONG: {
    title: 'League name too long',
    text: 'Please limit the league name to 128 characters.',
  },
  LEAGUE_NAME_MALFORMED: {
    title: 'Invalid league name',
    text: 'Please leave out line breaks and other invisible characters.',
  },
  USER_MAX_LEAGUES_EXCEEDED: {
    title: 'League limit reached',
    text: 'Failed to create league. Maximum number of leagues reached.',
  },
  INVALID_INVITE: {
    title: 'Error joining league',
    text: 'This invite link does not work any more. Ask for a new one.',
  },
  REMOVED_FROM_LEAGUE: {
    title: 'Error joining league',
    text: 'You were removed from this league. A new invite link lets you in again.',
  },
  NOT_LEAGUE_OWNER: { title: 'Only the owner can do this', text: 'The league may have been handed over.' },
  MEMBER_MISSING: { title: 'No member any more', text: 'This team has left the league meanwhile.' },
  TOO_MANY_REQUESTS: {
    title: 'Not done yet',
    text: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
  MEMBER_IS_SELF: { title: 'That is you', text: 'To go yourself, leave the league.' },
  LEAGUE_NOT_SAVED: {
    title: 'Error changing league',
    text: 'Nothing was changed: it could not be saved at the moment. Please try again later.',
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
  return {
    ...message,
    title: problemsWithoutTitle.includes(problem) ? (failureTitles[intent] ?? message.title) : message.title,
  }
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
