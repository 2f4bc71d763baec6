import { articleErrors } from './article-errors.ts'
import { leagueErrors } from './league-errors.ts'
import { pageErrors } from './page-errors.ts'
import { requestErrors } from './request-errors.ts'
import { scoreErrors } from './score-errors.ts'
import { signInErrors } from './sign-in-errors.ts'
import { teamErrors } from './team-errors.ts'

/**
 * Every expected error of pages and API, with its status and words: a code that is not here does not compile, nor one
 * without words. The script of a page imports only the part that it shows.
 */
export const errors = {
  ...requestErrors,
  ...pageErrors,
  ...teamErrors,
  ...leagueErrors,
  ...scoreErrors,
  ...articleErrors,
  ...signInErrors,
}

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
