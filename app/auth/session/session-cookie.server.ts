import { config } from '#app/config.server.ts'
import { readCookie } from '#app/http/cookies/flash.server.ts'

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix on http://localhost. */
const name = config.isHttps ? '__Host-sid' : 'sid'
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
const maxAgeSeconds = 90 * 24 * 60 * 60
const idLength = 43
const idPattern = /^[\w-]+$/

/** The session id that the browser sent, or null when it is missing or malformed. */
export function readSessionId(request: Request): string | null {
  const id = readCookie(request.headers.get('Cookie'), name) ?? ''
  return id.length === idLength && idPattern.test(id) ? id : null
}

/** The Cookie request header a browser would send for this session; tests sign in with it. */
export function buildCookieHeader(id: string): string {
  return `${name}=${id}`
}

/** The Set-Cookie value that stores a session id in the browser. */
export function serializeSessionCookie(id: string): string {
  return `${name}=${id}; Max-Age=${maxAgeSeconds}; ${attributes}`
}

/** The Set-Cookie value that clears the session id. */
export function clearSessionCookie(): string {
  return `${name}=; Max-Age=0; ${attributes}`
}
