import { cookies, readCookie } from '#app/http/cookies/cookie.server.ts'

/** The session id that the browser sent, or null when it is missing or malformed. */
export function readSessionId(request: Request): string | null {
  const id = readCookie(request.headers.get('Cookie'), cookies.session) ?? ''
  return /^[\w-]{43}$/.test(id) ? id : null
}
