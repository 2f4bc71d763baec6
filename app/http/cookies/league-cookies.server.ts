import { config } from '#app/config.server.ts'
import { readCookie } from './flash.server.ts'

const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/** An invite that waits for its manager to build a team (D11). */
export interface PendingInvite {
  leagueId: number
  secret: string
}

/** The address of an invite's page on this site. */
export function invitePath({ leagueId, secret }: PendingInvite): string {
  return `/game/leagues?leagueId=${leagueId}&invite=${encodeURIComponent(secret)}`
}

/** Keeps an invite until the team stands: a day at most. */
export function serializeInviteCookie({ leagueId, secret }: PendingInvite): string {
  return `invite=${leagueId}.${secret}; Max-Age=86400; ${attributes}`
}

/** Forgets the invite that was kept. */
export function clearInviteCookie(): string {
  return `invite=; Max-Age=0; ${attributes}`
}

/** The invite that waits, if any. */
export function readPendingInvite(request: Request): PendingInvite | null {
  const match = /^([1-9]\d{0,11})\.([\w-]{1,100})$/.exec(
    readCookie(request.headers.get('Cookie'), 'invite') ?? '',
  )
  return match?.[1] && match[2] ? { leagueId: Number(match[1]), secret: match[2] } : null
}

/** Remembers the league that was shown last, for as long as the browser runs (spec 4). */
export function serializeLeagueCookie(leagueId: number): string {
  return `league=${leagueId}; ${attributes}`
}

/** Forgets the league that was shown last. */
export function clearLeagueCookie(): string {
  return `league=; Max-Age=0; ${attributes}`
}

/** The league that was shown last, if any. */
export function readLastLeagueId(request: Request): number | null {
  const match = /^[1-9]\d{0,11}$/.exec(readCookie(request.headers.get('Cookie'), 'league') ?? '')
  return match ? Number(match[0]) : null
}
