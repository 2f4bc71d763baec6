import { toLeaguePage } from '#app/game/league.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findSharedLeague } from '#app/services/leagues/shared-league.server.ts'
import type { Db } from '#db/schema.server.ts'

export type LeagueLink = NonNullable<Awaited<ReturnType<typeof findLeagueLink>>>

/**
 * The link from a rival's page to the league of both teams, at the page of its table with the rival; the league looked at
 * last when there are several. Null without one. It is found anew each time: the address of the page says nothing of it.
 */
export async function findLeagueLink(
  db: Db,
  { team, results }: GameContext,
  rivalId: number,
  preferredId: number | null,
) {
  const league = team && (await findSharedLeague(db, { teamId: team.id, otherTeamId: rivalId, preferredId }))
  if (!league) return null
  const table = results && (await scoreboards.readLeague(results, league.id))
  const page = toLeaguePage(table?.findStanding(rivalId)?.position ?? 1)
  return { leagueName: league.leagueName, href: `/game/leagues?leagueId=${league.id}&page=${page}` }
}
