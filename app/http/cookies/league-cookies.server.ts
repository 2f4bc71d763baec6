import { cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** An invite of a manager who has no team yet (D11). */
export interface PendingInvite {
  leagueId: number
  secret: string
}

/** The path and query of an invite's page. */
export function invitePath({ leagueId, secret }: PendingInvite): string {
  return `/game/leagues?leagueId=${leagueId}&invite=${encodeURIComponent(secret)}`
}

/** The Set-Cookie value that stores an invite until the team is saved, for a day at most. */
export function serializeInviteCookie({ leagueId, secret }: PendingInvite): string {
  return serializeCookie(cookies.invite, `${leagueId}.${secret}`)
}

/** The stored invite, or null. */
export function readPendingInvite(request: Request): PendingInvite | null {
  const cookie = readCookie(request.headers.get('Cookie'), cookies.invite) ?? ''
  const match = /^([1-9]\d{0,11})\.([\w-]{1,100})$/.exec(cookie)
  return match?.[1] && match[2] ? { leagueId: Number(match[1]), secret: match[2] } : null
}

/** The Set-Cookie value that stores the last shown league for the browser session (spec 4). */
export function serializeLeagueCookie(leagueId: number): string {
  return serializeCookie(cookies.league, String(leagueId))
}

/** The last shown league, or null. */
export function readLastLeagueId(request: Request): number | null {
  const cookie = readCookie(request.headers.get('Cookie'), cookies.league) ?? ''
  return /^[1-9]\d{0,11}$/.test(cookie) ? Number(cookie) : null
}
