import { toLeagueMembers } from '#app/api/league.ts'
import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requireNumber, requirePage } from '#app/http/forms/query.server.ts'
import { json, throwApiError } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { db } from '#db/connection.server.ts'
import { findLeague, findLeagueOfTeam } from '#db/leagues/leagues.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: a page of a league's table with managers' names, for members only (D9). */
export const loader = readEndpoint('manager', async ({ request, params, managerId }) => {
  const leagueId = requireNumber(params.leagueId)
  const page = requirePage(request)
  const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  const stored = await findLeague(db, leagueId)
  if (stored?.gameId !== game.id) return throwApiError('LEAGUE_MISSING')
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })
  const league = team && (await findLeagueOfTeam(db, { leagueId, teamId: team.id }))
  if (!league) return throwApiError('ACCESS_DENIED', 'You are not a member of this league.')

  const results = await scoreboards.read(game)
  const table = results && (await scoreboards.readLeague(results, leagueId))
  const rows = await listLeagueRanking(db, table, { leagueId, ...page })

  return json(toLeagueMembers(rows, league.memberCount))
})
