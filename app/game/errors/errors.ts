import { articleErrors } from './article-errors.ts'
import type { ErrorDefinition } from './error-definition.ts'
import { leagueErrors } from './league-errors.ts'
import { pageErrors } from './page-errors.ts'
import { signInErrors } from './sign-in-errors.ts'
import { teamErrors } from './team-errors.ts'

/**
 * Every expected error of pages and API, with its status and words: a code that is not here does not compile, nor one
 * without words. The script of a page imports only the part that it shows.
 */
export const errors = {
  // Requests that are refused before or without a rule of the game.
  BAD_REQUEST: { status: 400, message: 'This address or request could not be understood.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in, or send a valid access token.' },
  ACCESS_DENIED: { status: 403, message: 'You may not do this.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here.' },
  ARTICLE_MISSING: {
    status: 404,
    message: "The article you're looking for doesn't exist or has been removed.",
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not accept requests of this kind.' },
  LENGTH_REQUIRED: { status: 411, message: 'The request must say how long it is.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'What was sent is too large, so nothing was saved.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'What was sent is of a type that is not accepted here.' },
  MISDIRECTED_REQUEST: { status: 421, message: 'Not here: the proxy in front does not pass on Host.' },
  VALIDATION_FAILED: { status: 422, message: 'What was sent is not acceptable: see fieldErrors.' },
  SERVER_ERROR: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The server is too busy at the moment. Please try again in a few seconds.',
  },
  ...pageErrors,
  ...teamErrors,
  ...leagueErrors,
  // Refusals of scores, and of computing a round (D10).
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
    text: 'The results of this round are official, so nothing more can be published live. Compute Team Scores corrects them.',
  },
  ROUND_NOT_STARTED: {
    status: 409,
    text: 'The round has not started yet. Its scores can be computed from its deadline on.',
    message: 'The deadline of this round has not passed yet.',
  },
  ...articleErrors,
  ...signInErrors,
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

/** Some of the codes. */
export type ErrorSubset<Code extends ErrorCode> = Code

/** An error of the API (docs/product.md, 'API responses'): one with a message for its callers. */
export type ErrorType = {
  [Code in ErrorCode]: (typeof errors)[Code] extends { message: string } ? Code : never
}[ErrorCode]

/** Whether a code is an error of the API. */
export function isErrorType(code: string): code is ErrorType {
  return Object.entries(errors).some(([known, error]) => known === code && 'message' in error)
}
