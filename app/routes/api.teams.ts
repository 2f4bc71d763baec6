import { toRankedTeams } from '#app/api/ranking.ts'
import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requirePage } from '#app/http/forms/query.server.ts'
import { json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: a page of the global ranking. */
export const loader = readEndpoint('manager', async ({ request }) => {
  const page = requirePage(request)
  const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  const rows = await listRanking(db, await scoreboards.read(game), { gameId: game.id, ...page })

  return json(toRankedTeams(rows, game.teamCount))
})
