import type { ErrorDefinition } from './error-definition.ts'

/** Errors that replace a whole page by a card (spec 8, word for word). */
export const pageErrors = {
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
    text: 'Nothing was deleted: it could not be stored at the moment. You are still signed in. Please try again later.',
  },
  STILL_SIGNED_IN: {
    status: 503,
    title: 'You are still signed in',
    text: 'Signing out could not be saved at the moment. Please try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>
