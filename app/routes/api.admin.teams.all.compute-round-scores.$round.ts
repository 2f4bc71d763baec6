import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import { config } from '#app/config.server.ts'
import { orNotFound, orTooMany } from '#app/http/answers.server.ts'
import { answerJson, done, refuse, refuseFields } from '#app/http/json.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { requireNumber } from '#app/http/query.server.ts'
import { wakeComputer } from '#app/services/compute-runner.server.ts'
import { requestCompute } from '#app/services/scoring.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'

/** POST: asks for a computation of this and all computed rounds; it goes on beside the server (D10). */
export async function action({ request, params }: ActionFunctionArgs) {
  return answerJson(request, async () => {
    const { managerId } = await requireAdminCaller(request)
    orTooMany(limits.write.consume(String(managerId)))

    const roundNumber = requireNumber(params.round)
    const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

    const asked = await requestCompute(db, { gameId, roundNumber, clock })
    if (asked.ok) wakeComputer({ file: config.databaseFile, isDemo: config.isDemo })
    else if (asked.problem === 'SCORES_MISSING')
      refuseFields({ round: 'Save the scores of this round first.' })
    else refuse(asked.problem)

    return done(202)
  })
}
