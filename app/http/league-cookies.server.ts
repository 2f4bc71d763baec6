import { config } from '#app/config.server.ts'
import { cookieValue } from './flash.server.ts'

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
export function keepInvite({ leagueId, secret }: PendingInvite): string {
  return `invite=${leagueId}.${secret}; Max-Age=86400; ${attributes}`
}

/** Forgets the invite that was kept. */
export function forgetInvite(): string {
  return `invite=; Max-Age=0; ${attributes}`
}

/** The invite that waits, if any. */
export function readInvite(request: Request): PendingInvite | null {
  const found = /^([1-9]\d{0,11})\.([\w-]{1,100})$/.exec(
    cookieValue(request.headers.get('Cookie'), 'invite') ?? '',
  )
  return found?.[1] && found[2] ? { leagueId: Number(found[1]), secret: found[2] } : null
}

/** Remembers the league that was shown last, for as long as the browser runs (spec 4). */
export function rememberLeague(leagueId: number): string {
  return `league=${leagueId}; ${attributes}`
}

/** Forgets the league that was shown last. */
export function forgetLeague(): string {
  return `league=; Max-Age=0; ${attributes}`
}

/** The league that was shown last, if any. */
export function readLeague(request: Request): number | null {
  const found = /^[1-9]\d{0,11}$/.exec(cookieValue(request.headers.get('Cookie'), 'league') ?? '')
  return found ? Number(found[0]) : null
}
