import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: the number of teams and leagues in the active game. */
export const loader = readEndpoint('admin', async () => {
  const { teamCount, leagueCount } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

  return json({ totalTeams: teamCount, totalLeagues: leagueCount })
})
