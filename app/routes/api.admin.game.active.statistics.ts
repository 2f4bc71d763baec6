import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import { handleApiRequest, json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: the number of teams and leagues in the active game. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    await requireAdminCaller(request)

    const { teamCount, leagueCount } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

    return json({ totalTeams: teamCount, totalLeagues: leagueCount })
  })
}
