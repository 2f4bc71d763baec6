import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { UNEXPLAINED_CORRECTION } from '#app/game/scoring/publication.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { emptyResponse, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** POST: publishes the results of this and all published rounds before it responds (D10). */
export const action = writeEndpoint('admin', 'write', async ({ params, managerId }) => {
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
  if (published.ok) return emptyResponse(202)

  const { problem } = published
  if (problem === 'SCORES_MISSING') return throwFieldErrors({ round: 'Save the scores of this round first.' })
  if (problem === 'NOTE_MISSING') return throwFieldErrors({ note: 'A correction needs a public note.' })
  if (problem === 'SCORES_CHANGED')
    return throwApiError(
      'SERVICE_UNAVAILABLE',
      'The scores of this round are changing right now. Please try again.',
    )
  return throwApiError(problem)
})
