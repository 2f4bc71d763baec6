import type { Problem } from '#app/game/problems.ts'
import { type FetchErrorCode, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'

/** A toast's two lines. */
export interface ToastMessage {
  title: string
  text: string
}

/** The toast of each error (spec 5 and 8, word for word). `getErrorMessage` fills in `{country}`. */
const messages: Record<Problem, ToastMessage> = {
  ACCOUNT_MISSING: {
    title: 'Your account is deleted',
    text: 'It was deleted meanwhile, in another tab or on another device. Nothing was saved.',
  },
  ACTIVE_GAME_MISSING: {
    title: 'No active game',
    text: 'There currently is no active game going on. Please come back later.',
  },
  SEASON_CHANGED: {
    title: 'Another season is being played',
    text: 'This form belongs to another season, so nothing was saved.',
  },
  TEAM_MISSING: {
    title: 'Team not found',
    text: 'You have not created a team yet. Please create a team before continuing.',
  },
  TEAM_CHANGE_NOT_ALLOWED: {
    title: 'Team change no longer allowed',
    text: "You can no longer change your team. Don't forget to set your line-up for the upcoming rounds.",
  },
  // Never shown: the page asks for confirmation instead, and the API never asks.
  LOCK_UNCONFIRMED: {
    title: 'Not saved yet',
    text: 'A show has begun meanwhile: saving locks your six at once.',
  },
  GAME_CONCLUDED: {
    title: 'Game concluded',
    text: 'The final round has started. No team can be saved for this game any more.',
  },
  TEAM_FULL: { title: 'Team is full', text: 'You can only select 6 countries for your team.' },
  BUDGET_EXCEEDED: { title: 'Budget exceeded', text: "You don't have enough budget to add {country}." },
  TEAM_INCOMPLETE: { title: 'Invalid team', text: 'You must select exactly 6 countries for your team.' },
  TEAM_OVER_BUDGET: {
    title: 'Invalid team',
    text: 'Your six countries cost more than your budget. Exchange one of them.',
  },
  ENTRY_UNKNOWN: {
    title: 'Error saving team',
    text: 'One of these countries does not take part in this contest.',
  },
  ENTRY_REPEATED: { title: 'Invalid team', text: 'Each country can be selected only once.' },
  TEAM_NAME_MISSING: { title: 'Missing team name', text: 'Please enter a name for your team.' },
  TEAM_NAME_TOO_LONG: { title: 'Team name too long', text: 'Please limit the team name to 64 characters.' },
  TEAM_NAME_MALFORMED: {
    title: 'Invalid team name',
    text: 'Please leave out line breaks and other invisible characters.',
  },
  MANAGER_NAME_MISSING: {
    title: 'Missing manager name',
    text: 'Please enter your name or a nickname for other private league members to recognize who is managing this team.',
  },
  MANAGER_NAME_TOO_LONG: {
    title: 'Manager name too long',
    text: 'Please limit the manager name to 64 characters.',
  },
  MANAGER_NAME_MALFORMED: {
    title: 'Invalid manager name',
    text: 'Please leave out line breaks and other invisible characters.',
  },
  ROUND_MISSING: { title: 'Failed to save lineup', text: 'This game has no such round.' },
  ROUND_PAST_DEADLINE: {
    title: 'Failed to save lineup',
    text: 'The deadline for the round has passed. You cannot change your lineup anymore.',
  },
  LINEUP_MISMATCH: {
    title: 'Failed to save lineup',
    text: 'There was an error saving your lineup. Please try again later. The order was not one of your team: it may have changed in another tab.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Not saved yet',
    text: 'Too many saves in a short time. Please try again in a minute: nothing is lost.',
  },
  TEAM_NOT_SAVED: {
    title: 'Error saving team',
    text: 'There was an error saving your team. Please try again later.',
  },
  LINEUP_NOT_SAVED: {
    title: 'Failed to save lineup',
    text: 'There was an error saving your lineup. Please try again later.',
  },
}

/** The toast for an error, with the country that it is about. */
export function getErrorMessage(problem: Problem, country?: string | null): ToastMessage {
  const { title, text } = messages[problem]
  return { title, text: text.replace('{country}', country ?? 'this country') }
}

/** The toast of a form over the rate limit for changes. */
export const tooFastMessage: ToastMessage = {
  title: 'Not saved',
  text: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
}

/** The titles for a page whose data could not be fetched by script (spec 8). */
const loadFailureTitles = {
  dashboard: 'Error fetching ranking',
  team: 'Error fetching team',
  lineup: 'Error fetching lineup',
  results: 'Error fetching round results',
  league: 'Error loading league',
} as const

/** The toast when a page's data could not be fetched by script; null without an error. */
export function getLoadFailureMessage(
  page: keyof typeof loadFailureTitles,
  fetchError: FetchErrorCode | null,
): ToastMessage | null {
  return fetchError && { title: loadFailureTitles[page], text: getFetchErrorText(fetchError) }
}

/** The toast when a save by script got no usable response (D17). */
export function getSaveFailureMessage(problem: Problem, fetchError: FetchErrorCode): ToastMessage {
  const { title, text } = messages[problem]
  return { title, text: `${text} ${getFetchErrorText(fetchError)}` }
}
