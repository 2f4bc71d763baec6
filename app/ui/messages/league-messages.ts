import type { LeagueProblem } from '#app/game/league.ts'
import { type FetchError, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'
import { getErrorMessage, type ToastMessage } from './error-messages.ts'

/** What each refusal about leagues says (spec 5 and 8, word for word). */
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

/** What the spec has words for only when a league is created says a join here, and the other way round. */
const textsByIntent: Readonly<Record<string, Partial<Record<LeagueProblem, string>>>> = {
  join: {
    USER_MAX_LEAGUES_EXCEEDED: 'Leave another league first: you are in the maximum number of leagues.',
  },
  create: { TEAM_MISSING: 'Please create your team before creating a league.' },
}

/** Refusals that the spec gives no title of their own. */
const problemsWithoutTitle: readonly LeagueProblem[] = [
  'LEAGUE_NAME_MALFORMED',
  'TOO_MANY_REQUESTS',
  'LEAGUE_NOT_SAVED',
]

/** The words for a refusal about leagues. What could not be joined or created, and has no title of its own, says that. */
export function getLeagueErrorMessage(problem: LeagueProblem, intent: string): ToastMessage {
  const text = textsByIntent[intent]?.[problem]
  if (text) return { title: getLeagueFailureTitle(intent), text }
  const named = messages[problem]
  return {
    ...named,
    title: problemsWithoutTitle.includes(problem) ? (failureTitles[intent] ?? named.title) : named.title,
  }
}

/** The words for a press that changed nothing: it was refused, or its answer got lost (spec 8). */
export function getLeagueFailureMessage(
  answer: { intent: string } & ({ problem: LeagueProblem } | FetchError),
): ToastMessage {
  if ('problem' in answer) return getLeagueErrorMessage(answer.problem, answer.intent)
  return { title: getLeagueFailureTitle(answer.intent), text: getFetchErrorText(answer.fetchError) }
}

/** The title of a press that came to nothing, where the spec has no other (spec 8). */
export function getLeagueFailureTitle(intent: string): string {
  return failureTitles[intent] ?? messages.LEAGUE_NOT_SAVED.title
}

const failureTitles: Readonly<Record<string, string>> = {
  create: 'Error creating league',
  join: 'Error joining league',
}
