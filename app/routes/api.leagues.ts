import { leagueDraft, toLeague } from '#app/api/league.ts'
import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { isErrorType } from '#app/game/errors/errors.ts'
import { json, readJson, readStored, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { newSecret } from '#app/server/new-secret.server.ts'
import { createLeague } from '#app/services/leagues/leagues.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'

/** POST: creates a league. */
export const action = writeEndpoint('manager', 'write', async ({ request, managerId }) => {
  const { leagueName } = await readJson(request, leagueDraft)

  const created = await createLeague(db, { managerId, clock, leagueName, newSecret })
  if (created.ok)
    return json(
      toLeague(orNotFound(await readStored(findLeague(db, created.value.leagueId)), 'LEAGUE_MISSING')),
      201,
    )

  const { problem } = created
  if (isErrorType(problem)) return throwApiError(problem)
  return throwFieldErrors({ leagueName: getLeagueErrorMessage(problem, 'create').text })
})
