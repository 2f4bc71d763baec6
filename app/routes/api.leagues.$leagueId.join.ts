import { invite, toLeague } from '#app/api/league.ts'
import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { isErrorType } from '#app/game/errors/errors.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { json, readJson, throwApiError } from '#app/http/json.server.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { joinLeague } from '#app/services/leagues/leagues.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { clock, db } from '#db/connection.server.ts'

/** POST: joins a league by its invite's secret. Wrong secrets share the page's rate limit (security.md). */
export const action = writeEndpoint('manager', 'write', async ({ request, params, managerId }) => {
  throwIfRateLimited(await rateLimits.wrongInvite.peek(db, String(managerId)))

  const leagueId = requireNumber(params.leagueId)
  const { leagueSecret } = await readJson(request, invite)

  const joined = await joinLeague(db, { managerId, clock, leagueId, secret: leagueSecret })
  if (joined.ok) return json(toLeague(joined.value))

  const { problem } = joined
  if (problem === 'INVALID_INVITE') await rateLimits.wrongInvite.consume(db, String(managerId))
  // A removed member cannot rejoin by the same link: a valid secret is then reported as an invalid invite.
  const errorType = isErrorType(problem) ? problem : 'INVALID_INVITE'
  return throwApiError(errorType, getLeagueErrorMessage(problem, 'join').text)
})
