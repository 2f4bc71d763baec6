import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import { UNEXPLAINED_CORRECTION } from '#app/game/scoring/publication.ts'
import type { PublishProblem } from '#app/game/scoring/scoring.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { emptyResponse, handleApiRequest, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** POST: publishes the results of this and all published rounds before it responds (D10). */
export async function action({ request, params }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireAdminCaller(request)
    throwIfRateLimited(rateLimits.write.consume(String(managerId)))

    const roundNumber = requireNumber(params.round)
    const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

    const published = await publishRound(db, scoreboards, {
      gameId,
      roundNumber,
      expectedVersion: null,
      managerId,
      note: UNEXPLAINED_CORRECTION,
      clock,
    })
    if (!published.ok) refuseProblem(published.problem)

    return emptyResponse(202)
  })
}

function refuseProblem(problem: PublishProblem): never {
  if (problem === 'SCORES_MISSING') return throwFieldErrors({ round: 'Save the scores of this round first.' })
  if (problem === 'NOTE_MISSING') return throwFieldErrors({ note: 'A correction has a public note.' })
  if (problem === 'SCORES_CHANGED')
    return throwApiError('SERVICE_UNAVAILABLE', 'The scores of this round change just now. Please try again.')
  return throwApiError(problem)
}
