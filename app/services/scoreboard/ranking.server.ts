import type { RankedMember, RankedTeam } from '#app/game/scoring/ranking.ts'
import { listMembers } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listTeamNames, listTeamsByJoinOrder } from '#db/teams/team-names.server.ts'
import type { LeagueResults } from './league-tables.server.ts'
import type { RankedRow, Results } from './results.server.ts'

interface Page {
  offset: number
  limit: number
}

/** A page of the global ranking (D5). Before the first publication, teams are in joining order, without ranks. */
export async function listRanking(
  db: Db,
  results: Results | null,
  { gameId, ...page }: Page & { gameId: number },
): Promise<RankedTeam[]> {
  if (!results) return (await listTeamsByJoinOrder(db, { gameId, ...page })).map(withoutRank)
  return (await withNames(db, results.listRows(page))).map(({ managerName: _, ...row }) => row)
}

/**
 * A page of a league's table; before the first publication in joining order of the game. The caller ensures that the
 * viewer is a member (D9).
 */
export async function listLeagueRanking(
  db: Db,
  results: LeagueResults | null,
  { leagueId, ...page }: Page & { leagueId: number },
): Promise<RankedMember[]> {
  if (results) return withNames(db, results.listRows(page))
  const members = await listMembers(db, { leagueId, ...page })
  return members.map(({ managerId: _, ...member }) => withoutRank(member))
}

function withoutRank<Row>(row: Row) {
  return { ...row, rank: null, tied: 1, totalHundredths: null, previousRank: null }
}

/** Adds names to the rows. A team deleted meanwhile has none, like an anonymised one. */
async function withNames(db: Db, rows: readonly RankedRow[]): Promise<RankedMember[]> {
  const teamIds = rows.map(({ teamId }) => teamId)
  const names = new Map((await listTeamNames(db, teamIds)).map((each) => [each.teamId, each]))
  return rows.map((row) => {
    const { teamName, managerName } = names.get(row.teamId) ?? { teamName: '', managerName: '' }
    return { ...row, teamName, managerName }
  })
}
