import type { RoundPoints } from '#app/game/publication.ts'
import { allocateNumbers, allocateOwn, allocateShared } from '#app/game/scoreboard/allocate.ts'
import { computeScoreboard, type Scoreboard } from '#app/game/scoreboard/compute.ts'
import { findTeamIndex, type LeagueTable, rankMembers } from '#app/game/scoreboard/places.ts'
import type { Clock } from '#db/clock.server.ts'
import { findGame } from '#db/games.server.ts'
import { findLastChange, listMemberIds } from '#db/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type LineupColumn, listPlaces, readColumns, type SeasonColumns } from './columns.server.ts'

/**
 * The work that is done in a thread where a season or league is large (worker.ts), and at once where it is small. What
 * goes in and out can be sent between threads; large arrays lie in memory that both share.
 */
export type Task =
  | { kind: 'read'; gameId: number; known: readonly LineupColumn[] }
  | { kind: 'compute'; columns: SeasonColumns; points: readonly RoundPoints[] }
  | ({ kind: 'league' } & LeagueRanking)

/** A league's table, and the last join or leave that it knows of. */
export interface CountedLeague {
  table: LeagueTable
  lastChange: number
}

/** Does the work of a task. */
export async function runTask(db: Db, clock: Clock, task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'read':
      return readColumns(db, { ...task, clock })
    case 'compute':
      return computeSeason(db, task)
    case 'league':
      return rankLeague(db, task)
  }
}

interface Computing {
  columns: SeasonColumns
  points: readonly RoundPoints[]
}

/** Computes with room for late joiners, whose empty places stand last. Throws when a round's line-ups were not read. */
export async function computeSeason(db: Db, { columns, points }: Computing): Promise<Scoreboard> {
  const game = await findGame(db, columns.gameId)
  const places = await listPlaces(db, columns.gameId)
  const rounds = points.map(({ roundNumber, scores }) => {
    const column = columns.columns.find((each) => each.roundNumber === roundNumber)
    if (!column) throw new Error(`The line-ups of round ${roundNumber} are not read`)
    const byPlace = new Int32Array(places.size)
    for (const { entryId, points: earned } of scores) byPlace[(places.get(entryId) ?? 1) - 1] = earned
    return { roundNumber, lineups: column.lineups, points: byPlace }
  })
  return computeScoreboard(
    { teamCount: columns.teamIds.length, percentages: game?.lineupPercentages ?? [], rounds },
    allocateShared,
  )
}

interface LeagueRanking {
  columns: SeasonColumns
  board: Scoreboard
  leagueId: number
  /** Its table by another scoreboard of the same teams: then no member is read. */
  known?: CountedLeague | undefined
}

/** Ranks all members of a league. */
export async function rankLeague(
  db: Db,
  { columns, board, leagueId, known }: LeagueRanking,
): Promise<CountedLeague> {
  if (known) return { ...known, table: rankMembers(board, known.table.order, allocateShared) }
  // Before the members: a change in between is in both, and is passed over when it is found there.
  const lastChange = await findLastChange(db, leagueId)
  const teamIds = columns.teamIds.subarray(0, columns.teamCount)
  const pages: Int32Array[] = []
  let members = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: Int32Array = await listMemberIds(db, { leagueId, after, limit: 10_000 })
    pages.push(toIndices(ids, teamIds))
    members += ids.length
    after = ids.at(-1)
  }
  const found = allocateNumbers(
    allocateOwn,
    pages.reduce((sum, page) => sum + page.length, 0),
  )
  let end = 0
  for (const page of pages) {
    found.set(page, end)
    end += page.length
  }
  // Who came after the teams were read is missing: as if no join was known, so that the next reader has the change.
  const isWhole = found.length === members
  return { table: rankMembers(board, found, allocateShared), lastChange: isWhole ? lastChange : -1 }
}

/** The indices of those teams that the season knows. */
function toIndices(ids: Int32Array, teamIds: Int32Array): Int32Array {
  return ids.map((id) => findTeamIndex(teamIds, id) ?? -1).filter((team) => team >= 0)
}
