import type { ErrorDefinition } from './error-definition.ts'

/** Errors that replace a whole page by a card (spec 8, word for word). */
export const pageErrors = {
  ACTIVE_GAME_MISSING: {
    status: 404,
    title: 'No active game',
    text: 'There currently is no active game going on. Please come back later.',
    message: 'There currently is no active game going on.',
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
  NEXT_ROUND_MISSING: {
    status: 404,
    title: 'Final round past deadline',
    text: 'The deadline for the final round has passed. The points are updated soon after the final round has finished.',
    message: 'The deadline for the final round has passed.',
  },
  MOST_RECENT_ROUND_MISSING: {
    status: 404,
    title: 'First round not started yet',
    text: 'Your first round has not started yet. You can still make changes to your team.',
    message: 'The first round has not started yet.',
  },
  ACCOUNT_NOT_DELETED: {
    status: 503,
    title: 'Your account is still there',
    text: 'Nothing was deleted: it cannot be stored at the moment. You are still signed in. Please try again later.',
  },
  STILL_SIGNED_IN: {
    status: 503,
    title: 'You are still signed in',
    text: 'Signing out could not be saved at the moment. Please try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>
