import { isApiPath } from '#app/http/api-path.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'

/**
 * How long a path, and a path with its query, may be, in characters (security.md, 'Bounded'): a target of a sign-in has 4 kB
 * (D24), and so has every page that it can lead to. What leads to and from the provider carries such a target, or its codes.
 */
export const targetLimits = { path: 2 * 1024, whole: 4 * 1024, wholeOfAuth: 12 * 1024 } as const

/** An address that no route has: the 404 page is its answer. */
const notFoundPath = '/not-found'

/**
 * The target of a request as the rest of the server sees it, or a refusal. One that is too long is refused before anything
 * looks at it. One with an empty part ('//') is no page's: over it the router's expressions take a time that grows with the
 * square of its length, so the 404 page is asked for in its place.
 */
export function checkTarget(target: string): { target: string } | { refused: ErrorResponse } {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const whole = target.startsWith('/auth/') ? targetLimits.wholeOfAuth : targetLimits.whole
  if (path.length > targetLimits.path || target.length > whole) return { refused: tooLong }
  if (!hasEmptySegment(path)) return { target }
  return isApiPath(path) ? { refused: { errorType: 'NOT_FOUND' } } : { target: notFoundPath }
}

const tooLong: ErrorResponse = { errorType: 'BAD_REQUEST', message: 'This address is too long.' }

/** A browser, and `URL`, read a backslash as a slash. */
function hasEmptySegment(path: string): boolean {
  return /[/\\]{2}/.test(path)
}
