import type { League } from '#app/game/league.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'

interface SharedLeagueParams {
  teamId: number
  otherTeamId: number
  preferredId: number | null
}

/** A league of both teams: the preferred one if it is, else the first that the team joined; undefined without any. */
export async function findSharedLeague(
  db: Db,
  { teamId, otherTeamId, preferredId }: SharedLeagueParams,
): Promise<League | undefined> {
  const otherIds = new Set((await listLeaguesOfTeam(db, otherTeamId)).map((league) => league.id))
  const shared = (await listLeaguesOfTeam(db, teamId)).filter((league) => otherIds.has(league.id))
  return shared.find((league) => league.id === preferredId) ?? shared[0]
}
