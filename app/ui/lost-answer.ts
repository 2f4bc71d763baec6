import { isRouteErrorResponse } from '@remix-run/react'

/** Why a script's request brought no usable answer, in the terms of spec 8. */
export type LostAnswer = 'NO_RESPONSE' | 'SERVER_ERROR' | 'REQUEST_ERROR'

const texts: Record<LostAnswer, string> = {
  NO_RESPONSE: 'No response received from the server.',
  SERVER_ERROR: 'Server responded with an error.',
  REQUEST_ERROR: 'Error in setting up the request.',
}

/** The sentence for a lost answer. */
export function lostAnswerText(lost: LostAnswer): string {
  return texts[lost]
}

/**
 * Asks the server by script and answers with its answer, or with how it got lost, so that the page and its draft
 * stay (D17). Redirects and the error pages that the server meant go their way.
 */
export async function askServer<Answer>(ask: () => Promise<Answer>): Promise<Answer | { lost: LostAnswer }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Response || isMeant(error)) throw error
    return { lost: howLost(error) }
  }
}

/** An error page of ours carries its type; anything else came from a proxy or a fault. */
function isMeant(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false
  return typeof error.data === 'object' && error.data !== null && 'errorType' in error.data
}

/** `fetch` throws a TypeError when no answer came; everything else is an answer that made no sense. */
function howLost(error: unknown): LostAnswer {
  if (error instanceof TypeError) return 'NO_RESPONSE'
  return error instanceof DOMException ? 'REQUEST_ERROR' : 'SERVER_ERROR'
}

/** For `shouldRevalidate`: what got lost once is not asked for again behind the visitor's back. */
export function wasLost(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'lost' in answer
}
