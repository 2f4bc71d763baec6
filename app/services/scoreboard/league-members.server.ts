import { findTeamIndex } from '#app/game/scoreboard/standings.ts'
import { findLastMembershipChangeId, listMemberIds } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { SeasonColumns } from './lineup-columns.server.ts'

/** The members of a league by their team indices, and the last join or leave that is known of. */
export interface LeagueMembers {
  members: Int32Array
  lastChange: number
}

const pageSize = 10_000

/** Reads all members of a league, in joining order. */
export async function readMembers(
  db: Db,
  { columns, leagueId }: { columns: SeasonColumns; leagueId: number },
): Promise<LeagueMembers> {
  // Before the members: a change in between is in both, and is passed over when it is found there.
  const lastChange = await findLastMembershipChangeId(db, leagueId)
  const teamIds = columns.teamIds.subarray(0, columns.teamCount)
  const members: number[] = []
  let isComplete = true
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: Int32Array = await listMemberIds(db, { leagueId, after, limit: pageSize })
    for (const id of ids) {
      const team = findTeamIndex(teamIds, id)
      if (team === null) isComplete = false
      else members.push(team)
    }
    after = ids.at(-1)
  }
  // Who came after the teams were read is missing: as if no join was known, so that the next reader has the change.
  return { members: Int32Array.from(members), lastChange: isComplete ? lastChange : -1 }
}
