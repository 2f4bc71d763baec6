import type { ErrorDefinition } from './error-definition.ts'

/** Refusals about leagues (spec 5 and 8, word for word). */
export const leagueErrors = {
  LEAGUE_MISSING: {
    status: 404,
    title: 'League not found',
    text: 'It does not exist, or you are not a member of it.',
    message: 'There is no such league.',
  },
  LEAGUE_NAME_MISSING: {
    status: 422,
    title: 'Missing league name',
    text: 'Please enter a name for your league.',
  },
  LEAGUE_NAME_TOO_LONG: {
    status: 422,
    title: 'League name too long',
    text: 'Please limit the league name to 128 characters.',
  },
  LEAGUE_NAME_MALFORMED: {
    status: 422,
    title: 'Invalid league name',
    text: 'Please leave out line breaks, invisible characters, stacked accents, and letters of historic scripts.',
  },
  USER_MAX_LEAGUES_EXCEEDED: {
    status: 409,
    title: 'League limit reached',
    text: 'Failed to create league. Maximum number of leagues reached.',
    message: 'Maximum number of leagues reached.',
  },
  INVALID_INVITE: {
    status: 403,
    title: 'Error joining league',
    text: 'This invite link does not work any more. Ask for a new one.',
    message: 'This invite does not lead to a league.',
  },
  REMOVED_FROM_LEAGUE: {
    status: 403,
    title: 'Error joining league',
    text: 'You were removed from this league. A new invite link lets you in again.',
  },
  NOT_LEAGUE_OWNER: {
    status: 403,
    title: 'Only the owner can do this',
    text: 'The league may have been handed over.',
  },
  MEMBER_MISSING: {
    status: 409,
    title: 'Not a member any more',
    text: 'This team has left the league in the meantime.',
  },
  MEMBER_IS_SELF: {
    status: 409,
    title: 'That is you',
    text: 'You cannot remove yourself: leave the league instead.',
  },
  LEAGUE_NOT_SAVED: {
    status: 503,
    title: 'Error changing league',
    text: 'Nothing was changed: it could not be saved at the moment. Please try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>
