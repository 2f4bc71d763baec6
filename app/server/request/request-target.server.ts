import { isApiPath } from '#app/http/api-path.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'

/**
 * The maximum length of a path, and of a path with its query, in characters (docs/security.md, 'Bounded'). A page after
 * sign-in may have 4 kB (D24), so every page may. The URLs below /auth carry such a target or the provider's codes.
 */
export const targetLimits = { path: 2 * 1024, target: 4 * 1024, authTarget: 12 * 1024 } as const

/** A path without a route, which Remix answers with the 404 page. */
const notFoundPath = '/not-found'

/**
 * Checks a request target before anything else reads it. One that is too long is refused. One with an empty segment ('//')
 * belongs to no page and is replaced by a path without a route, because the time of the router's regular expressions grows
 * with the square of its length.
 */
export function checkTarget(target: string): { target: string } | { error: ErrorResponse } {
  const queryAt = target.indexOf('?')
  const path = queryAt === -1 ? target : target.slice(0, queryAt)
  const maxLength = target.startsWith('/auth/') ? targetLimits.authTarget : targetLimits.target
  if (path.length > targetLimits.path || target.length > maxLength) return { error: tooLong }
  if (!hasEmptySegment(path)) return { target }
  return isApiPath(path) ? { error: { errorType: 'NOT_FOUND' } } : { target: notFoundPath }
}

const tooLong: ErrorResponse = { errorType: 'BAD_REQUEST', message: 'This address is too long.' }

/** Browsers and `URL` read a backslash as a slash. */
function hasEmptySegment(path: string): boolean {
  return /[/\\]{2}/.test(path)
}
