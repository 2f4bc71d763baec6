import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { lineupDraft, toRoundLineup } from '#app/api/lineup.ts'
import { toCountryCodes } from '#app/api/player-codes.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import type { Problem } from '#app/game/problems.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { isErrorType } from '#app/http/errors/error-types.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import {
  emptyResponse,
  handleApiRequest,
  json,
  readJson,
  throwApiError,
  throwFieldErrors,
} from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { listCurrentLineups, saveLineup } from '#app/services/teams/lineups.server.ts'
import { getErrorMessage } from '#app/ui/messages/error-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: the caller's line-up of a round, or of the 'next' one. POST: saves it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireCaller(request)

    const requestedRound = params.round === 'next' ? 'next' : requireNumber(params.round)
    const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
    const team = orNotFound(await findTeamOfManager(db, { gameId: contest.id, managerId }), 'TEAM_MISSING')
    const { roundNumber } =
      requestedRound === 'next'
        ? orNotFound(findNextRound(contest.rounds, await clock(db)), 'NEXT_ROUND_MISSING')
        : orNotFound(
            contest.rounds.find((round) => round.roundNumber === requestedRound),
            'ROUND_MISSING',
          )

    const lineups = await listCurrentLineups(db, { contest, results, team })
    const lineup = lineups.find((each) => each.roundNumber === roundNumber)

    return json(toRoundLineup(contest, roundNumber, lineup))
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireCaller(request)
    throwIfRateLimited(rateLimits.save.consume(String(managerId)))

    const roundNumber = requireNumber(params.round)
    const { players } = await readJson(request, lineupDraft)
    const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

    const input = { roundNumber, codes: toCountryCodes(contest.entries, players), alsoLater: false }
    const saved = await saveLineup(db, { managerId, input, clock })

    return saved.ok ? emptyResponse() : refuseLineup(saved.problem)
  })
}

function refuseLineup(problem: Problem): never {
  if (isErrorType(problem)) return throwApiError(problem)
  return throwFieldErrors({ players: getErrorMessage(problem).text })
}
