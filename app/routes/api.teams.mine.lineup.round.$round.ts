import { lineupDraft, toRoundLineup } from '#app/api/lineup.ts'
import { toCountryCodes } from '#app/api/player.ts'
import { readEndpoint, writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { isErrorType } from '#app/game/errors/errors.ts'
import { showsAll } from '#app/game/results-choice.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { emptyResponse, json, readJson, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { listCurrentLineups, saveLineup } from '#app/services/teams/lineups.server.ts'
import { getErrorMessage } from '#app/ui/messages/team-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: the caller's line-up of a round, or of the 'next' one. POST: saves it. */
export const loader = readEndpoint('manager', async ({ params, managerId }) => {
  const requestedRound = params.round === 'next' ? 'next' : requireNumber(params.round)
  const { contest, results, revealedRound } = orNotFound(
    await findActiveSeason(showsAll),
    'ACTIVE_GAME_MISSING',
  )
  const team = orNotFound(await findTeamOfManager(db, { gameId: contest.id, managerId }), 'TEAM_MISSING')
  const { rounds } = contest
  const { roundNumber } =
    requestedRound === 'next'
      ? orNotFound(findNextRound(rounds, await clock(db)), 'NEXT_ROUND_MISSING')
      : orNotFound(
          rounds.find((round) => round.roundNumber === requestedRound),
          'ROUND_MISSING',
        )

  const lineups = await listCurrentLineups(db, { contest, official: results, revealedRound, team })
  const lineup = lineups.find((each) => each.roundNumber === roundNumber)

  return json(toRoundLineup(contest, roundNumber, lineup))
})

export const action = writeEndpoint('manager', 'save', async ({ request, params, managerId }) => {
  const roundNumber = requireNumber(params.round)
  const { players } = await readJson(request, lineupDraft)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

  const input = { roundNumber, codes: toCountryCodes(contest.entries, players), alsoLater: false }
  const saved = await saveLineup(db, { managerId, input, clock })
  if (saved.ok) return emptyResponse()

  if (isErrorType(saved.problem)) return throwApiError(saved.problem)
  return throwFieldErrors({ players: getErrorMessage(saved.problem).text })
})
