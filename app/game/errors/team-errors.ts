import { draftErrors } from './draft-errors.ts'
import type { ErrorDefinition } from './error-definition.ts'
import { pageErrors } from './page-errors.ts'

const { ACTIVE_GAME_MISSING, TEAM_MISSING, TEAM_CHANGE_NOT_ALLOWED } = pageErrors

/** Refusals of a team or a line-up (spec 5 and 8, word for word). `getErrorMessage` fills in `{country}`. */
export const teamErrors = {
  ...draftErrors,
  ACTIVE_GAME_MISSING,
  TEAM_MISSING,
  TEAM_CHANGE_NOT_ALLOWED,
  ACCOUNT_MISSING: {
    status: 401,
    title: 'Your account is deleted',
    text: 'Deleted in another tab or on another device. Nothing was saved.',
  },
  SEASON_CHANGED: {
    status: 409,
    title: 'Another season is being played',
    text: 'This form belongs to another season, so nothing was saved.',
  },
  SAVED_MEANWHILE: {
    status: 409,
    title: 'Saved in another tab or on another device',
    text: 'Nothing was replaced yet. What is saved is shown beside the button. Save again to replace it.',
  },
  // Never shown: the page asks for confirmation instead, and the API never asks.
  LOCK_UNCONFIRMED: { status: 409, title: 'Not saved yet', text: 'A show has begun: saving locks your six.' },
  GAME_CONCLUDED: {
    status: 409,
    title: 'Game concluded',
    text: 'The final has begun: no team can be saved.',
  },
  TEAM_INCOMPLETE: {
    status: 422,
    title: 'Invalid team',
    text: 'You must select exactly 6 countries for your team.',
  },
  TEAM_OVER_BUDGET: {
    status: 422,
    title: 'Invalid team',
    text: 'Your six cost more than your budget. Take one out.',
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
    text: 'Please leave out line breaks, invisible characters, stacked accents, and letters of historic scripts.',
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
    text: 'Please leave out line breaks, invisible characters, stacked accents, and letters of historic scripts.',
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
    text: 'There was an error saving your lineup. Please try again later. The order does not match your team: it may have changed in another tab.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Not saved yet',
    text: 'Too many saves in a short time. Please try again in a minute: nothing is lost.',
    message: 'Too many requests. Please wait a moment and try again.',
  },
} as const satisfies Record<string, ErrorDefinition>
