import { toPlayer } from '#app/api/player.ts'
import { publicEndpoint } from '#app/auth/api-endpoints.server.ts'
import { json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { listEntries } from '#db/seasons/entries.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: the players of the active game. */
export const loader = publicEndpoint(async () => {
  const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

  return json((await listEntries(db, game.id)).map(toPlayer))
})
