import type { ErrorDefinition } from './error-definition.ts'

/** Refusals of a team or a line-up (spec 5 and 8, word for word). `getErrorMessage` fills in `{country}`. */
export const teamErrors = {
  ACCOUNT_MISSING: {
    status: 401,
    title: 'Your account is deleted',
    text: 'It was deleted meanwhile, in another tab or on another device. Nothing was saved.',
  },
  ACTIVE_GAME_MISSING: {
    status: 404,
    title: 'No active game',
    text: 'There currently is no active game going on. Please come back later.',
    message: 'There currently is no active game going on.',
  },
  SEASON_CHANGED: {
    status: 409,
    title: 'Another season is being played',
    text: 'This form belongs to another season, so nothing was saved.',
  },
  TEAM_MISSING: {
    status: 404,
    title: 'Team not found',
    text: 'You have not created a team yet. Please create a team before continuing.',
    message: 'There is no such team, or you have not created yours yet.',
  },
  TEAM_CHANGE_NOT_ALLOWED: {
    status: 409,
    title: 'Team change no longer allowed',
    text: "You can no longer change your team. Don't forget to set your line-up for the upcoming rounds.",
    message: 'You can no longer change your team.',
  },
  // Never shown: the page asks for confirmation instead, and the API never asks.
  LOCK_UNCONFIRMED: {
    status: 409,
    title: 'Not saved yet',
    text: 'A show has begun meanwhile: saving locks your six at once.',
  },
  GAME_CONCLUDED: {
    status: 409,
    title: 'Game concluded',
    text: 'The final round has started. No team can be saved for this game any more.',
  },
  TEAM_FULL: { status: 422, title: 'Team is full', text: 'You can only select 6 countries for your team.' },
  BUDGET_EXCEEDED: {
    status: 422,
    title: 'Budget exceeded',
    text: "You don't have enough budget to add {country}.",
  },
  TEAM_INCOMPLETE: {
    status: 422,
    title: 'Invalid team',
    text: 'You must select exactly 6 countries for your team.',
  },
  TEAM_OVER_BUDGET: {
    status: 422,
    title: 'Invalid team',
    text: 'Your six countries cost more than your budget. Exchange one of them.',
  },
  ENTRY_UNKNOWN: {
    status: 422,
    title: 'Error saving team',
    text: 'One of these countries does not take part in this contest.',
  },
  ENTRY_REPEATED: { status: 422, title: 'Invalid team', text: 'Each country can be selected only once.' },
  TEAM_NAME_MISSING: { status: 422, title: 'Missing team name', text: 'Please enter a name for your team.' },
  TEAM_NAME_TOO_LONG: {
    status: 422,
    title: 'Team name too long',
    text: 'Please limit the team name to 64 characters.',
  },
  TEAM_NAME_MALFORMED: {
    status: 422,
    title: 'Invalid team name',
    text: 'Please leave out line breaks and other invisible characters.',
  },
  MANAGER_NAME_MISSING: {
    status: 422,
    title: 'Missing manager name',
    text: 'Please enter your name or a nickname for other private league members to recognize who is managing this team.',
  },
  MANAGER_NAME_TOO_LONG: {
    status: 422,
    title: 'Manager name too long',
    text: 'Please limit the manager name to 64 characters.',
  },
  MANAGER_NAME_MALFORMED: {
    status: 422,
    title: 'Invalid manager name',
    text: 'Please leave out line breaks and other invisible characters.',
  },
  ROUND_MISSING: {
    status: 404,
    title: 'Failed to save lineup',
    text: 'This game has no such round.',
    message: 'This game has no such round.',
  },
  ROUND_PAST_DEADLINE: {
    status: 409,
    title: 'Failed to save lineup',
    text: 'The deadline for the round has passed. You cannot change your lineup anymore.',
    message: 'The deadline for the round has passed. You cannot change your lineup anymore.',
  },
  LINEUP_MISMATCH: {
    status: 422,
    title: 'Failed to save lineup',
    text: 'There was an error saving your lineup. Please try again later. The order was not one of your team: it may have changed in another tab.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Not saved yet',
    text: 'Too many saves in a short time. Please try again in a minute: nothing is lost.',
    message: 'Too many requests. Please wait a moment and try again.',
  },
  TEAM_NOT_SAVED: {
    status: 503,
    title: 'Error saving team',
    text: 'There was an error saving your team. Please try again later.',
  },
  LINEUP_NOT_SAVED: {
    status: 503,
    title: 'Failed to save lineup',
    text: 'There was an error saving your lineup. Please try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>
