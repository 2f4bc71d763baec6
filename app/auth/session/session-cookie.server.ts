import { cookies, readCookie } from '#app/http/cookies/cookie.server.ts'

/** The session id that the browser sent, or null when it is missing or malformed. */
export function readSessionId(request: Request): string | null {
  return findSessionId(request.headers.get('Cookie'))
}

/** The same in a Cookie header. */
export function findSessionId(cookieHeader: string | null): string | null {
  const id = readCookie(cookieHeader, cookies.session) ?? ''
  return /^[\w-]{43}$/.test(id) ? id : null
}
