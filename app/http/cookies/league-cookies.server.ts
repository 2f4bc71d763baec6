import { limitId } from '#app/game/limit-id.ts'
import type { Invite } from '#app/http/invite-link.server.ts'
import { cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** An invite of a manager who has no team yet (D11). An accepted one joins with the team's save. */
export interface PendingInvite extends Invite {
  isAccepted: boolean
}

/** The Set-Cookie value that stores an invite until the team is saved, for a day at most. */
export function serializeInviteCookie({ leagueId, secret, isAccepted }: PendingInvite): string {
  return serializeCookie(cookies.invite, `${leagueId}.${secret}${isAccepted ? '.accepted' : ''}`)
}

/** The stored invite, or null. */
export function readPendingInvite(request: Request): PendingInvite | null {
  const cookie = readCookie(request.headers.get('Cookie'), cookies.invite) ?? ''
  const match = /^([1-9]\d{0,11})\.([\w-]{1,100})(\.accepted)?$/.exec(cookie)
  if (!match?.[1] || !match[2]) return null
  return { leagueId: limitId(Number(match[1])), secret: match[2], isAccepted: match[3] !== undefined }
}

/** The Set-Cookie value that stores the last shown league for the browser session (spec 4). */
export function serializeLeagueCookie(leagueId: number): string {
  return serializeCookie(cookies.league, String(leagueId))
}

/** The last shown league, or null. */
export function readLastLeagueId(request: Request): number | null {
  const cookie = readCookie(request.headers.get('Cookie'), cookies.league) ?? ''
  return /^[1-9]\d{0,11}$/.test(cookie) ? limitId(Number(cookie)) : null
}
