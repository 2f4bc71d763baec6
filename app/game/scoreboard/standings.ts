import type { Place } from '#app/game/scoring/ranking.ts'
import { computeTotal, type Scoreboard, type ScoreboardRound } from './compute.ts'
import { createWorkspace, sortByScore } from './radix-sort.ts'
import { findNextRank, findRank, partitionPoint } from './rank-table.ts'

/** Where a team stands, with what, and where it stood after the round before; null while only one round counts. */
interface PlaceWithMovement extends Place {
  totalHundredths: number
  previousRank: number | null
}

/**
 * A league's table: 12 bytes a member. Ranks are counted from the arrays when asked for, so that who joins or leaves is put
 * into them or taken out and nobody else's numbers are touched.
 */
export interface LeagueTable {
  /** Team indices of the members, the highest total first, inside a tie in joining order. */
  order: Int32Array
  /** Their totals in the same order. */
  totals: Int32Array
  /** The members' totals after the round before, descending; null while only one round counts. */
  previousTotals: Int32Array | null
}

/** What a team's total is read from. */
type Rounds = Pick<Scoreboard, 'rounds'>

/** The index of a team, or null when it is not in the season. `teamIds` ascend, which is joining order. */
export function findTeamIndex(teamIds: Int32Array, teamId: number): number | null {
  const index = partitionPoint(teamIds.length, (at) => (teamIds[at] ?? 0) < teamId)
  return teamIds[index] === teamId ? index : null
}

/** How many of a season's teams had joined when a team did, that one included. `teamIds` ascend. */
export function countTeamsUpTo(teamIds: Int32Array, lastTeamId: number): number {
  return partitionPoint(teamIds.length, (at) => (teamIds[at] ?? 0) <= lastTeamId)
}

/** The team indices on a page of a table. */
export function listTeamsOnPage(
  order: Int32Array,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  return Array.from(order.subarray(offset, offset + limit))
}

/** The rounds that counted before the last one: movement is told since then (D5). Null while only one counts. */
function listPreviousRounds({ rounds }: Rounds): readonly ScoreboardRound[] | null {
  return rounds.length > 1 ? rounds.slice(0, -1) : null
}

/** Where a team stands among all; null when the scoreboard does not know it. */
export function findTeamPlace({ rounds, order }: Scoreboard, team: number): PlaceWithMovement | null {
  const ranks = rounds.at(-1)?.totalRanks
  if (!ranks) return null
  const totalHundredths = computeTotal(rounds, team)
  const rank = findRank(ranks, totalHundredths)
  const tied = Math.min(findNextRank(ranks, totalHundredths) ?? order.length + 1, order.length + 1) - rank
  const position = findPosition(order, { rank, tied, team })
  return position === null
    ? null
    : { position, rank, tied, totalHundredths, previousRank: findPreviousRank(rounds, team) }
}

/** The position of a team inside its tie, which stands in joining order; null when it is not there. */
function findPosition(order: Int32Array, { rank, tied, team }: { rank: number; tied: number; team: number }) {
  const older = partitionPoint(tied, (at) => (order[rank - 1 + at] ?? 0) < team)
  return order[rank - 1 + older] === team ? rank + older : null
}

function findPreviousRank(rounds: readonly ScoreboardRound[], team: number): number | null {
  const before = listPreviousRounds({ rounds })
  const ranks = before?.at(-1)?.totalRanks
  return before && ranks ? findRank(ranks, computeTotal(before, team)) : null
}

/** Where a team stands in a league; null when it is no member. */
export function findLeaguePlace(board: Rounds, league: LeagueTable, team: number): PlaceWithMovement | null {
  const { order, totals, previousTotals } = league
  const totalHundredths = computeTotal(board.rounds, team)
  const rank = countAbove(totals, totalHundredths) + 1
  const tied = partitionPoint(totals.length, (at) => (totals[at] ?? 0) >= totalHundredths) - rank + 1
  const position = findPosition(order, { rank, tied, team })
  if (position === null) return null
  const before = listPreviousRounds(board)
  const previousRank = before && previousTotals && countAbove(previousTotals, computeTotal(before, team)) + 1
  return { position, rank, tied, totalHundredths, previousRank }
}

/** How many of some totals, which descend, are higher. */
function countAbove(totals: Int32Array, total: number): number {
  return partitionPoint(totals.length, (at) => (totals[at] ?? 0) > total)
}

/** Ranks some teams of a scoreboard among themselves: a league (D11). `members` are team indices in any order. */
export function rankMembers(
  board: Rounds,
  members: Int32Array,
  workspace = createWorkspace(members.length),
): LeagueTable {
  const [joined, totals] = [
    workspace.scores.subarray(0, members.length),
    workspace.totals.subarray(0, members.length),
  ]
  joined.set(members)
  joined.sort()
  const addUp = (rounds: readonly ScoreboardRound[], into: Int32Array) =>
    joined.forEach((team, at) => {
      into[at] = computeTotal(rounds, team)
    })
  addUp(board.rounds, totals)
  const order = sortByScore(totals, workspace).map((member) => joined[member] ?? 0)
  const table = { order, totals: totals.sort().toReversed() }
  const before = listPreviousRounds(board)
  if (!before) return { ...table, previousTotals: null }
  addUp(before, totals)
  return { ...table, previousTotals: totals.sort().toReversed() }
}

/** The table with one member more or less: the others' places follow by themselves. */
export function changeLeagueMember(
  board: Rounds,
  league: LeagueTable,
  { team, change }: { team: number; change: 1 | -1 },
): LeagueTable {
  const { order, totals, previousTotals } = league
  const total = computeTotal(board.rounds, team)
  const above = countAbove(totals, total)
  const tied = partitionPoint(totals.length, (at) => (totals[at] ?? 0) >= total) - above
  const at = above + partitionPoint(tied, (older) => (order[above + older] ?? 0) < team)
  if ((order[at] === team) === (change === 1)) return league
  const before = computeTotal(listPreviousRounds(board) ?? [], team)
  return {
    order: changeArrayAt(order, at, { value: team, change }),
    totals: changeArrayAt(totals, at, { value: total, change }),
    previousTotals:
      previousTotals &&
      changeArrayAt(previousTotals, countAbove(previousTotals, before), { value: before, change }),
  }
}

/** The numbers with one more before a place, or without the one there. */
function changeArrayAt(
  numbers: Int32Array,
  at: number,
  { value, change }: { value: number; change: 1 | -1 },
): Int32Array {
  const changed = new Int32Array(numbers.length + change)
  changed.set(numbers.subarray(0, at))
  if (change === 1) changed[at] = value
  changed.set(numbers.subarray(change === 1 ? at : at + 1), change === 1 ? at + 1 : at)
  return changed
}
