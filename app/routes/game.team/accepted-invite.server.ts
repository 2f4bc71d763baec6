import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { serializeLeagueCookie } from '#app/http/cookies/league-cookies.server.ts'
import { type Invite, invitePath } from '#app/http/invite-link.server.ts'
import { redirectDocumentWithFlash } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { joinLeague } from '#app/services/leagues/leagues.server.ts'
import { clock, db } from '#db/connection.server.ts'

/**
 * Joins the league of an invite that was accepted before the team was saved, and shows it (D11). When that is refused,
 * the invite's page says why. Wrong secrets count like those of 'Join league'.
 */
export async function joinAcceptedLeague(managerId: number, invite: Invite): Promise<Response> {
  const [key, ended] = [String(managerId), clearCookie(cookies.teamDraft)]
  const { ok: mayJoin } = await rateLimits.wrongInvite.peek(db, key)
  const joined = mayJoin ? await tryWrite(joinLeague(db, { managerId, clock, ...invite })) : undefined
  if (joined?.ok) {
    const chosen = serializeLeagueCookie(invite.leagueId)
    return redirectDocumentWithFlash(
      '/game/leagues',
      'team-joined',
      chosen,
      clearCookie(cookies.invite),
      ended,
    )
  }
  if (joined?.problem === 'INVALID_INVITE') await rateLimits.wrongInvite.consume(db, key)
  return redirectDocumentWithFlash(invitePath(invite), 'team-saved', ended)
}
