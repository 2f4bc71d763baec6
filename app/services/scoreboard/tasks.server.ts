import { computeScoreboard, type Scoreboard } from '#app/game/scoreboard/compute.ts'
import { createWorkspace, type Workspace } from '#app/game/scoreboard/radix-sort.ts'
import { findTeamIndex, type LeagueTable, rankMembers } from '#app/game/scoreboard/standings.ts'
import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Clock } from '#db/clock.server.ts'
import { findLastMembershipChangeId, listMemberIds } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import {
  type LineupColumn,
  readColumns,
  readEntryPlaces,
  type SeasonColumns,
} from './lineup-columns.server.ts'

/**
 * The work that is done in a thread where a season or league is large (worker.ts), and at once where it is small. What
 * goes in and out can be sent between threads: line-ups lie in memory that both share, what was computed is handed over.
 */
export type Task =
  | { kind: 'read'; gameId: number; known: readonly LineupColumn[] }
  | { kind: 'compute'; columns: SeasonColumns; points: readonly RoundPoints[] }
  | ({ kind: 'league' } & RankLeagueParams)

/** A league's table, and the last join or leave that it knows of. */
export interface RankedLeague {
  table: LeagueTable
  lastChange: number
}

/** Does the work of a task. */
export async function runTask(db: Db, clock: Clock, task: Task): Promise<object> {
  switch (task.kind) {
    case 'read':
      return readColumns(db, { ...task, clock })
    case 'compute':
      return computeSeason(db, task)
    case 'league':
      return rankLeague(db, task)
  }
}

/** A thread's own: 20 MB for a million teams. */
let workspace = createWorkspace(0)

function reuseWorkspace(count: number): Workspace {
  if (workspace.totals.length < count) workspace = createWorkspace(count)
  return workspace
}

interface ComputeSeasonParams {
  columns: SeasonColumns
  points: readonly RoundPoints[]
}

/** Computes with room for late joiners, whose empty places stand last. Throws when a round's line-ups were not read. */
export async function computeSeason(db: Db, { columns, points }: ComputeSeasonParams): Promise<Scoreboard> {
  const game = await findGame(db, columns.gameId)
  const positions = await readEntryPlaces(db, columns.gameId)
  const rounds = points.map(({ roundNumber, scores }) => {
    const column = columns.columns.find((each) => each.roundNumber === roundNumber)
    if (!column) throw new Error(`The line-ups of round ${roundNumber} are not read`)
    const byPosition = new Int32Array(positions.size)
    for (const { entryId, points: earned } of scores) byPosition[(positions.get(entryId) ?? 1) - 1] = earned
    return { roundNumber, lineups: column.lineups, points: byPosition }
  })
  const teamCount = columns.teamIds.length
  const input = { teamCount, percentages: game?.lineupPercentages ?? [], rounds }
  return computeScoreboard(input, reuseWorkspace(teamCount))
}

interface RankLeagueParams {
  columns: SeasonColumns
  rounds: Scoreboard['rounds']
  leagueId: number
  /** Who is in it, where that is known; else it is read. */
  known?: Members | undefined
}

/** The members of a league by their team indices, and the last join or leave that is known of. */
interface Members {
  members: Int32Array
  lastChange: number
}

/** Ranks all members of a league. */
export async function rankLeague(
  db: Db,
  { columns, rounds, leagueId, known }: RankLeagueParams,
): Promise<RankedLeague> {
  const { members, lastChange } = known ?? (await readMembers(db, columns, leagueId))
  return { table: rankMembers({ rounds }, members, reuseWorkspace(members.length)), lastChange }
}

async function readMembers(db: Db, columns: SeasonColumns, leagueId: number): Promise<Members> {
  // Before the members: a change in between is in both, and is passed over when it is found there.
  const lastChange = await findLastMembershipChangeId(db, leagueId)
  const teamIds = columns.teamIds.subarray(0, columns.teamCount)
  const pages: Int32Array[] = []
  let count = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: Int32Array = await listMemberIds(db, { leagueId, after, limit: 10_000 })
    pages.push(toIndices(ids, teamIds))
    count += ids.length
    after = ids.at(-1)
  }
  const members = concatenate(pages)
  // Who came after the teams were read is missing: as if no join was known, so that the next reader has the change.
  return { members, lastChange: members.length === count ? lastChange : -1 }
}

function concatenate(pages: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(pages.reduce((sum, page) => sum + page.length, 0))
  let end = 0
  for (const page of pages) {
    all.set(page, end)
    end += page.length
  }
  return all
}

/** The indices of those teams that the season knows. */
function toIndices(ids: Int32Array, teamIds: Int32Array): Int32Array {
  return ids.map((id) => findTeamIndex(teamIds, id) ?? -1).filter((team) => team >= 0)
}
