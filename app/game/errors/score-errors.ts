import type { ErrorDefinition } from './error-definition.ts'

/** Refusals of scores, and of computing a round (D10). */
export const scoreErrors = {
  POINTS_INVALID: { status: 422, text: 'A score is a whole number from 0 to 9999.' },
  SCORES_CHANGED: {
    status: 409,
    text: 'Another admin saved this round in the meantime. Look at its scores, then compute.',
  },
  SCORES_MISSING: { status: 422, text: 'Save player scores for this round first.' },
  NOTE_MISSING: {
    status: 422,
    text: 'This corrects points that are public. Say in a sentence what was wrong.',
  },
  ROUND_OFFICIAL: {
    status: 409,
    text: 'The results of this round are official, so live points are over. Compute corrects them.',
  },
  ROUND_NOT_STARTED: {
    status: 409,
    text: 'The round has not started yet. Its scores can be computed from its deadline on.',
    message: 'The deadline of this round has not passed yet.',
  },
} as const satisfies Record<string, ErrorDefinition>
