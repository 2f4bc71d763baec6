import type { ErrorDefinition } from './error-definition.ts'

/** The refusals that a page's script tells without the server (spec 5 and 8, word for word). */
export const draftErrors = {
  TEAM_FULL: { status: 422, title: 'Team is full', text: 'You can only select 6 countries for your team.' },
  BUDGET_EXCEEDED: {
    status: 422,
    title: 'Budget exceeded',
    text: "You don't have enough budget to add {country}.",
  },
  ENTRY_UNKNOWN: {
    status: 422,
    title: 'Error saving team',
    text: 'One of these countries does not take part in this contest.',
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
