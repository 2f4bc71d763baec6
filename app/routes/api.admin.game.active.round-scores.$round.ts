import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { roundScores, toRoundScores } from '#app/api/round-scores.ts'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import type { ScoresProblem } from '#app/game/scoring/scoring.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { handleApiRequest, json, readJson, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** GET: a round's raw points. PUT: replaces them, all or none (D10). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    await requireAdminCaller(request)

    const roundNumber = requireNumber(params.round)
    const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
    orNotFound(await findScoredRound(db, { gameId, roundNumber }), 'ROUND_MISSING')

    return json(toRoundScores(await listRoundScores(db, { gameId, roundNumber })))
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireAdminCaller(request)
    throwIfRateLimited(rateLimits.write.consume(String(managerId)))

    const roundNumber = requireNumber(params.round)
    const { playerScores } = await readJson(request, roundScores)
    const { id: gameId } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')

    const scores = playerScores.map(({ playerId, score }) => ({ entryId: playerId, points: score }))
    const saved = await saveRoundScores(db, { gameId, roundNumber, scores, expectedVersion: null, clock })

    return saved.ok ? json(toRoundScores(saved.scores)) : refuseScores(saved.problem)
  })
}

const problemMessages = {
  ENTRY_UNKNOWN: 'One of these players does not take part in this contest.',
  ENTRY_REPEATED: 'Each player can have one score only.',
  POINTS_INVALID: 'A score is a whole number from 0 to 9999.',
  SCORES_CHANGED: 'Another admin saved in between.',
} as const

function refuseScores(problem: ScoresProblem): never {
  return problem === 'ROUND_MISSING'
    ? throwApiError(problem)
    : throwFieldErrors({ playerScores: problemMessages[problem] })
}
