import type { LoaderFunctionArgs } from '@remix-run/node'
import { toActiveGame } from '#app/api/active-game.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import { handleApiRequest, json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

/** GET: the active season. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    await requireCaller(request)

    const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

    return json(toActiveGame(contest, await clock(db)))
  })
}
