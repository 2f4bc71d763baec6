import { isRouteErrorResponse } from '@remix-run/react'
import { useState } from 'react'

/** Why a script's request brought no usable answer, in the terms of spec 8. */
export type FetchErrorCode = 'NO_RESPONSE' | 'SERVER_ERROR' | 'REQUEST_ERROR'

/** What stands in for an answer that did not come. */
export interface FetchError {
  fetchError: FetchErrorCode
}

const texts: Record<FetchErrorCode, string> = {
  NO_RESPONSE: 'No response received from the server',
  SERVER_ERROR: 'Server responded with an error',
  REQUEST_ERROR: 'Error in setting up the request',
}

/** The sentence for a lost answer. */
export function getFetchErrorText(code: FetchErrorCode): string {
  return texts[code]
}

/**
 * Asks the server by script and answers with its answer, or with how it got lost, so that the page and its draft
 * stay (D17). Redirects and the error pages that the server meant go their way.
 */
export async function callServer<Answer>(
  ask: () => Promise<Answer>,
): Promise<NonNullable<Answer> | FetchError> {
  try {
    // No page answers with nothing; something on the way does (a 204).
    return (await ask()) ?? { fetchError: 'SERVER_ERROR' }
  } catch (error) {
    if (error instanceof Response || isAppError(error)) throw error
    return { fetchError: toFetchErrorCode(error) }
  }
}

/** An error page of ours carries its type; anything else came from a proxy or a fault. */
function isAppError(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false
  return typeof error.data === 'object' && error.data !== null && 'errorType' in error.data
}

/** `fetch` throws a TypeError when no answer came; everything else is an answer that made no sense. */
function toFetchErrorCode(error: unknown): FetchErrorCode {
  if (error instanceof TypeError) return 'NO_RESPONSE'
  return error instanceof DOMException ? 'REQUEST_ERROR' : 'SERVER_ERROR'
}

/** Whether an answer got lost. What did is not asked for again behind the visitor's back: see `shouldRevalidate`. */
export function isFetchError(answer: unknown): answer is FetchError {
  return typeof answer === 'object' && answer !== null && 'fetchError' in answer
}

/**
 * What a page shows: the newest answer of its loader, or the one before when the newest got lost (D17). A page
 * that has nothing to keep shows the error card, as after any first load that failed (spec 8).
 */
export function useLastGoodData<View>(answer: View | FetchError): {
  view: View
  fetchError: FetchErrorCode | null
} {
  const [last, keep] = useState(answer)
  if (!isFetchError(answer)) {
    if (answer !== last) keep(answer)
    return { view: answer, fetchError: null }
  }
  if (isFetchError(last)) throw new Error(getFetchErrorText(answer.fetchError))
  return { view: last, fetchError: answer.fetchError }
}
