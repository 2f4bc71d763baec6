import { roundScores, toRoundScores } from '#app/api/round-scores.ts'
import { readEndpoint, writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { json, readJson, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: a round's raw points. PUT: replaces them, all or none (D10). */
export const loader = readEndpoint('admin', async ({ params }) => {
  const roundNumber = requireNumber(params.round)
  const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  orNotFound(await findScoredRound(db, { gameId, roundNumber }), 'ROUND_MISSING')

  return json(toRoundScores(await listRoundScores(db, { gameId, roundNumber })))
})

export const action = writeEndpoint('admin', 'write', async ({ request, params }) => {
  const roundNumber = requireNumber(params.round)
  const { playerScores } = await readJson(request, roundScores)
  const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

  const scores = playerScores.map(({ playerId, score }) => ({ entryId: playerId, points: score }))
  const saved = await saveRoundScores(db, { gameId, roundNumber, scores, expectedVersion: null, clock })
  if (saved.ok) return json(toRoundScores(saved.scores))

  if (saved.problem === 'ROUND_MISSING') return throwApiError(saved.problem)
  return throwFieldErrors({ playerScores: problemMessages[saved.problem] })
})

const problemMessages = {
  ENTRY_UNKNOWN: 'One of these players does not take part in this contest.',
  ENTRY_REPEATED: 'Each player can have one score only.',
  POINTS_INVALID: 'A score is a whole number from 0 to 9999.',
  SCORES_CHANGED: 'Another admin saved in between.',
} as const
