import { toLeague } from '#app/api/league.ts'
import { readEndpoint } from '#app/auth/api-endpoints.server.ts'
import { json } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: the caller's leagues; none without a team. */
export const loader = readEndpoint('manager', async ({ managerId }) => {
  const game = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })

  return json(team ? (await listLeaguesOfTeam(db, team.id)).map(toLeague) : [])
})
