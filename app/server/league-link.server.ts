import { type League, toLeaguePage } from '#app/game/league.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { LeagueResults } from '#app/services/scoreboard/league-tables.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'

/** A league of the visitor's team and a rival's, with its table once there are results. */
export interface SharedTable {
  league: League
  table: LeagueResults | null
}

/**
 * The league of both teams: the one looked at last when there are several, else the first that the team joined; null without one. It
 * is found anew each time: the address of the page says nothing of it.
 */
export async function findSharedTable(
  db: Db,
  { team, results }: GameContext,
  rivalId: number,
  preferredId: number | null,
): Promise<SharedTable | null> {
  if (!team) return null
  const ofRival = new Set((await listLeaguesOfTeam(db, rivalId)).map(({ id }) => id))
  const shared = (await listLeaguesOfTeam(db, team.id)).filter(({ id }) => ofRival.has(id))
  const league = shared.find(({ id }) => id === preferredId) ?? shared[0]
  return league ? { league, table: results && (await scoreboards.readLeague(results, league.id)) } : null
}

export type LeagueLink = ReturnType<typeof toLeagueLink>

/** The link from a rival's page to the league, at the page of its table with the rival. */
export function toLeagueLink({ league, table }: SharedTable, rivalId: number) {
  const page = toLeaguePage(table?.findStanding(rivalId)?.position ?? 1)
  return { leagueName: league.leagueName, href: `/game/leagues?leagueId=${league.id}&page=${page}` }
}
