import { config } from '#app/config.server.ts'
import { readCookie } from './flash.server.ts'

const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

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
  return `invite=${leagueId}.${secret}; Max-Age=86400; ${attributes}`
}

/** The Set-Cookie value that clears the invite. */
export function clearInviteCookie(): string {
  return `invite=; Max-Age=0; ${attributes}`
}

/** The stored invite, or null. */
export function readPendingInvite(request: Request): PendingInvite | null {
  const match = /^([1-9]\d{0,11})\.([\w-]{1,100})$/.exec(
    readCookie(request.headers.get('Cookie'), 'invite') ?? '',
  )
  return match?.[1] && match[2] ? { leagueId: Number(match[1]), secret: match[2] } : null
}

/** The Set-Cookie value that stores the last shown league for the browser session (spec 4). */
export function serializeLeagueCookie(leagueId: number): string {
  return `league=${leagueId}; ${attributes}`
}

/** The Set-Cookie value that clears the last shown league. */
export function clearLeagueCookie(): string {
  return `league=; Max-Age=0; ${attributes}`
}

/** The last shown league, or null. */
export function readLastLeagueId(request: Request): number | null {
  const match = /^[1-9]\d{0,11}$/.exec(readCookie(request.headers.get('Cookie'), 'league') ?? '')
  return match ? Number(match[0]) : null
}
