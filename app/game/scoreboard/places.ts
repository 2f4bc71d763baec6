import type { Place } from '#app/game/ranking.ts'
import { type Scoreboard, type ScoreboardRound, totalOf } from './compute.ts'
import { createWorkspace, orderByScore } from './order.ts'
import { countLeading, rankOf } from './rank-table.ts'

/** Where a team stands, with what, and where it stood after the round before; null while only one round counts. */
interface MovingPlace extends Place {
  totalHundredths: number
  previousRank: number | null
}

/**
 * A league's table: 8 bytes a member. Ranks are counted from the two arrays when asked for, so that who joins or
 * leaves is put into them or taken out and nobody else's numbers are touched.
 */
export interface LeagueTable {
  /** Team indices of the members, the highest total first, inside a tie in joining order. */
  order: Int32Array
  /** The members' totals after the round before, descending; null while only one round counts. */
  previousTotals: Int32Array | null
}

/** What a team's total is read from. */
type Rounds = Pick<Scoreboard, 'rounds'>

/** The index of a team, or null when it is not in the season. `teamIds` ascend, which is joining order. */
export function findTeamIndex(teamIds: Int32Array, teamId: number): number | null {
  const index = countLeading(teamIds.length, (at) => (teamIds[at] ?? 0) < teamId)
  return teamIds[index] === teamId ? index : null
}

/** How many of a season's teams had joined when a team did, that one included. `teamIds` ascend. */
export function countUpTo(teamIds: Int32Array, lastTeamId: number): number {
  return countLeading(teamIds.length, (at) => (teamIds[at] ?? 0) <= lastTeamId)
}

/** The team indices on a page of a table. */
export function listPage(order: Int32Array, { offset, limit }: { offset: number; limit: number }): number[] {
  return Array.from(order.subarray(offset, offset + limit))
}

/** The rounds that counted before the last one: movement is told since then (D5). Null while only one counts. */
function roundsBefore({ rounds }: Rounds): readonly ScoreboardRound[] | null {
  return rounds.length > 1 ? rounds.slice(0, -1) : null
}

/** Where a team stands among all; null when the scoreboard does not know it. */
export function findPlace(board: Scoreboard, team: number): MovingPlace | null {
  const place = placeInOrder(board, board.order, team)
  const before = roundsBefore(board)
  const ranks = before?.at(-1)?.totalRanks
  return place && { ...place, previousRank: before && ranks ? rankOf(ranks, totalOf(before, team)) : null }
}

/** Where a team stands in a league; null when it is no member. */
export function findPlaceInLeague(board: Rounds, league: LeagueTable, team: number): MovingPlace | null {
  const place = placeInOrder(board, league.order, team)
  return place && { ...place, previousRank: previousRankInLeague(board, league, team) }
}

/** The place of a team in an order by total and, inside a tie, by index. Null when it is not in it. */
function placeInOrder({ rounds }: Rounds, order: Int32Array, team: number) {
  const total = totalOf(rounds, team)
  const totalAt = (position: number) => totalOf(rounds, order[position] ?? 0)
  const above = countLeading(order.length, (position) => totalAt(position) > total)
  const notBelow = countLeading(order.length, (position) => totalAt(position) >= total)
  const older = countLeading(notBelow - above, (position) => (order[above + position] ?? 0) < team)
  if (order[above + older] !== team) return null
  return { position: above + older + 1, rank: above + 1, tied: notBelow - above, totalHundredths: total }
}

function previousRankInLeague(board: Rounds, { previousTotals }: LeagueTable, team: number) {
  const before = roundsBefore(board)
  return before && previousTotals && countAbove(previousTotals, totalOf(before, team)) + 1
}

function countAbove(totals: Int32Array, total: number): number {
  return countLeading(totals.length, (position) => (totals[position] ?? 0) > total)
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
      into[at] = totalOf(rounds, team)
    })
  addUp(board.rounds, totals)
  const order = orderByScore(totals, workspace).map((member) => joined[member] ?? 0)
  const before = roundsBefore(board)
  if (!before) return { order, previousTotals: null }
  addUp(before, totals)
  return { order, previousTotals: totals.sort().toReversed() }
}

/** The table with one member more or less: the others' places follow by themselves. */
export function changeMember(
  board: Rounds,
  { order, previousTotals }: LeagueTable,
  { team, change }: { team: number; change: 1 | -1 },
): LeagueTable {
  const total = totalOf(board.rounds, team)
  const isBefore = (other: number) => {
    const otherTotal = totalOf(board.rounds, other)
    return otherTotal > total || (otherTotal === total && other < team)
  }
  const at = countLeading(order.length, (position) => isBefore(order[position] ?? 0))
  if ((order[at] === team) === (change === 1)) return { order, previousTotals }
  const before = totalOf(roundsBefore(board) ?? [], team)
  return {
    order: change === 1 ? insertAt(order, at, team) : removeAt(order, at),
    previousTotals: previousTotals && changeTotals(previousTotals, before, change),
  }
}

function changeTotals(totals: Int32Array, total: number, change: 1 | -1): Int32Array {
  const at = countAbove(totals, total)
  return change === 1 ? insertAt(totals, at, total) : removeAt(totals, at)
}

function insertAt(numbers: Int32Array, at: number, value: number): Int32Array {
  const longer = new Int32Array(numbers.length + 1)
  longer.set(numbers.subarray(0, at))
  longer[at] = value
  longer.set(numbers.subarray(at), at + 1)
  return longer
}

function removeAt(numbers: Int32Array, at: number): Int32Array {
  const shorter = new Int32Array(numbers.length - 1)
  shorter.set(numbers.subarray(0, at))
  shorter.set(numbers.subarray(at + 1), at)
  return shorter
}
