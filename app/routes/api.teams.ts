import type { LoaderFunctionArgs } from '@remix-run/node'
import { toRankedTeams } from '#app/api/ranking.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import { requirePage } from '#app/http/forms/query.server.ts'
import { handleApiRequest, json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: a page of the global ranking. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    await requireCaller(request)

    const page = requirePage(request)
    const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
    const rows = await listRanking(db, await scoreboards.read(game), { gameId: game.id, ...page })

    return json(toRankedTeams(rows, game.teamCount))
  })
}
