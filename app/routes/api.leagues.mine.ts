import type { LoaderFunctionArgs } from '@remix-run/node'
import { toLeague } from '#app/api/league.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import { handleApiRequest, json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: the caller's leagues; none without a team. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireCaller(request)

    const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
    const team = await findTeamOfManager(db, { gameId: game.id, managerId })

    return json(team ? (await listLeaguesOfTeam(db, team.id)).map(toLeague) : [])
  })
}
