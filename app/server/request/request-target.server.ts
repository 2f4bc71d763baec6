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
 * Checks a request target before anything else reads it. One that is too long is refused, and tracking parameters are taken
 * away (D42). One with an empty segment ('//')
 * belongs to no page and is replaced by a path without a route, because the time of the router's regular expressions grows
 * with the square of its length.
 */
export function checkTarget(target: string): { target: string } | { error: ErrorResponse } {
  const queryAt = target.indexOf('?')
  const path = cutInvite(queryAt === -1 ? target : target.slice(0, queryAt))
  const maxLength = target.startsWith('/auth/') ? targetLimits.authTarget : targetLimits.target
  if (path.length > targetLimits.path || target.length > maxLength) return { error: tooLong }
  if (!hasEmptySegment(path))
    return { target: queryAt === -1 ? path : path + removeTracking(target.slice(queryAt)) }
  return isApiPath(path) ? { error: { errorType: 'NOT_FOUND' } } : { target: notFoundPath }
}

/** The path of an invite without what a chat added behind it: line ends and cut escapes match no route (D42). */
function cutInvite(path: string): string {
  const [invite = path] = /^\/join\/\d{1,12}-[\w-]{22}/i.exec(path) ?? []
  return path === `${invite}.data` ? path : invite
}

const tooLong: ErrorResponse = { errorType: 'BAD_REQUEST', message: 'This address is too long.' }

/** Tracking parameters of Facebook, Google, Microsoft, TikTok, X, Yandex, Instagram, LinkedIn and mail senders. */
const tracking =
  /^(?:utm_\w+|mc_\w+|fbclid|fb_\w+|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|_g[al]|msclkid|ttclid|twclid|yclid|ysclid|igsh|igshid|li_fat_id|mkt_tok|_hs\w+|oly_\w+|vero_id|epik)(?:=|$)/i

/** `query` begins with '?', and comes back empty when nothing is left of it. */
function removeTracking(query: string): string {
  const fields = query.slice(1).split('&')
  const kept = fields.filter((field) => !tracking.test(field))
  if (kept.length === fields.length) return query
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Browsers and `URL` read a backslash as a slash. */
function hasEmptySegment(path: string): boolean {
  return /[/\\]{2}/.test(path)
}
