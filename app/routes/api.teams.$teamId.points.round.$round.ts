import { toRoundPoints } from '#app/api/round-points.ts'
import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { showsAll } from '#app/game/results-choice.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { json, throwApiError } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { readTeamResult } from '#app/services/teams/team-result.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findTeam, findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: a team's points in a round. 'mine' is the caller's team, 'last' the last round past its deadline. */
export const loader = readEndpoint('manager', async ({ params, managerId }) => {
  const teamId = params.teamId === 'mine' ? null : requireNumber(params.teamId)
  const requestedRound = params.round === 'last' ? 'last' : requireNumber(params.round)
  const { contest, results } = orNotFound(await findActiveSeason(showsAll), 'ACTIVE_GAME_MISSING')
  const gameId = contest.id
  const stored =
    teamId === null
      ? await findTeamOfManager(db, { gameId, managerId })
      : await findTeam(db, { gameId, teamId })
  const team = orNotFound(stored, 'TEAM_MISSING')

  const now = await clock(db)
  const result = await readTeamResult(db, { contest, results, team, requestedRound, now })
  if (!result.ok) return throwApiError(result.problem)

  const { round, ...points } = result.value
  return json(toRoundPoints({ team, roundNumber: round.roundNumber, ...points }))
})
