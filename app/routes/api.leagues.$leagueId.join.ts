import type { ActionFunctionArgs } from '@remix-run/node'
import { invite, toLeague } from '#app/api/league.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { isErrorType } from '#app/http/errors/error-types.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { handleApiRequest, json, readJson, throwApiError } from '#app/http/json.server.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { joinLeague } from '#app/services/leagues/leagues.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { clock, db } from '#db/connection.server.ts'

/** POST: joins a league by its invite's secret. Wrong secrets share the page's rate limit (security.md). */
export async function action({ request, params }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireCaller(request)
    const key = String(managerId)
    throwIfRateLimited(rateLimits.write.consume(key))
    throwIfRateLimited(rateLimits.wrongInvite.peek(key))

    const leagueId = requireNumber(params.leagueId)
    const { leagueSecret } = await readJson(request, invite)

    const joined = await joinLeague(db, { managerId, clock, leagueId, secret: leagueSecret })
    if (!joined.ok && joined.problem === 'INVALID_INVITE') rateLimits.wrongInvite.consume(key)

    return joined.ok ? json(toLeague(joined.value)) : refuseJoin(joined.problem)
  })
}

/** A removed member cannot rejoin by the same link: a valid secret is then reported as an invalid invite. */
function refuseJoin(problem: LeagueProblem): never {
  return throwApiError(
    isErrorType(problem) ? problem : 'INVALID_INVITE',
    getLeagueErrorMessage(problem, 'join').text,
  )
}
