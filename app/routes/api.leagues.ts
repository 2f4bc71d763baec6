import { randomBytes } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { leagueDraft, toLeague } from '#app/api/league.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { isErrorType } from '#app/http/errors/error-types.ts'
import { handleApiRequest, json, readJson, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createLeague } from '#app/services/leagues/leagues.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'

/** At least 128 random bits (D11). */
const newSecret = () => randomBytes(16).toString('base64url')

/** POST: creates a league. */
export async function action({ request }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireCaller(request)
    throwIfRateLimited(rateLimits.write.consume(String(managerId)))

    const { leagueName } = await readJson(request, leagueDraft)

    const created = await createLeague(db, { managerId, clock, leagueName, newSecret })
    if (!created.ok) return refuseLeague(created.problem)

    return json(toLeague(orNotFound(await findLeague(db, created.value.leagueId), 'LEAGUE_MISSING')), 201)
  })
}

function refuseLeague(problem: LeagueProblem): never {
  if (isErrorType(problem)) return throwApiError(problem)
  return throwFieldErrors({ leagueName: getLeagueErrorMessage(problem, 'create').text })
}
