import { toActiveGame } from '#app/api/active-game.ts'
import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

/** GET: the active season. */
export const loader = readEndpoint('manager', async () => {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

  return json(toActiveGame(contest, await clock(db)))
})
