import type { Problem } from '#app/game/problems.ts'
import { type FetchErrorCode, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'

/** A toast's two lines. */
export interface ToastMessage {
  title: string
  text: string
}

/** What each refusal says (spec 5 and 8, word for word). `{country}` is filled in by `wordsOf`. */
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
  // The page asks instead of saying this, and the API asks nobody.
  JOIN_IS_LATE: {
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

/** The words for a refusal, with the country it is about. */
export function getErrorMessage(problem: Problem, country?: string | null): ToastMessage {
  const { title, text } = messages[problem]
  return { title, text: text.replace('{country}', country ?? 'this country') }
}

/** What could not be fetched by script (spec 8). */
const loadFailureTitles = {
  dashboard: 'Error fetching ranking',
  team: 'Error fetching team',
  lineup: 'Error fetching lineup',
  results: 'Error fetching round results',
  league: 'Error loading league',
} as const

/** The words when a page by script brought no usable answer; null when it did. */
export function getLoadFailureMessage(
  what: keyof typeof loadFailureTitles,
  lost: FetchErrorCode | null,
): ToastMessage | null {
  return lost && { title: loadFailureTitles[what], text: getFetchErrorText(lost) }
}

/** The words when a save by script brought no usable answer (D17). */
export function getSaveFailureMessage(problem: Problem, lost: FetchErrorCode): ToastMessage {
  const { title, text } = messages[problem]
  return { title, text: `${text} ${getFetchErrorText(lost)}` }
}
