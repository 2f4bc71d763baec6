import { isDatabaseUnavailable, isOutcomeUnknown } from '#db/errors.server.ts'
import type { ErrorResponse } from './error-response.server.ts'

const retryAfterSeconds = '10'

/**
 * The response to a request that failed because the database could not be used: a page that is read asks again by itself.
 * Undefined for any other error.
 */
export function toDatabaseAwayResponse(error: unknown, method: string): ErrorResponse | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  const headers = { 'Retry-After': retryAfterSeconds, ...(isRead && { Refresh: retryAfterSeconds }) }
  if (isOutcomeUnknown(error)) return { errorType: 'SERVER_ERROR', message: outcomeUnknownMessage }
  if (!isDatabaseUnavailable(error)) return undefined
  const message = isRead ? readMessage : writeMessage
  return { errorType: 'SERVICE_UNAVAILABLE', message, headers }
}

const readMessage =
  'The game cannot be read at the moment. Everything saved is safe. This page tries again by itself in ten seconds.'
const writeMessage =
  'Nothing was saved: the database cannot be reached at the moment. Please go back and try again.'
/** For a save whose commit has no answer; not 503, which would say that nothing happened. */
export const outcomeUnknownMessage =
  'The connection to the database broke while this was being saved, so it may or may not be saved. Please go back, load the page again and check.'
