import type { Place } from '#app/game/ranking.ts'
import type { Scoreboard } from './compute.ts'
import { type Allocate, allocateNumbers, allocateOwn, createWorkspace, orderByScore } from './order.ts'

/** Where a team stands, and where it stood after the round before; null while only one round counts. */
interface MovingPlace extends Place {
  previousRank: number | null
}

/**
 * A league's table: 8 bytes a member. Ranks are counted from the two arrays when asked for, so that who joins or
 * leaves is put into them or taken out and nobody else's numbers are touched.
 */
export interface LeagueTable {
  /** Team indices of the members, the highest total first, inside a tie in joining order. */
  order: Int32Array
  /** The members' ranks in the whole season after the round before, ascending; null while only one round counts. */
  previousRanks: Int32Array | null
}

/** The index of a team, or null when it is not in the season. `teamIds` ascend, which is joining order. */
export function findTeamIndex(teamIds: Int32Array, teamId: number): number | null {
  const index = countLeading(teamIds.length, (at) => (teamIds[at] ?? 0) < teamId)
  return teamIds[index] === teamId ? index : null
}

/** How many of a season's teams had joined when a team did, that one included. `teamIds` ascend. */
export function countUpTo(teamIds: Int32Array, lastTeamId: number): number {
  return countLeading(teamIds.length, (at) => (teamIds[at] ?? 0) <= lastTeamId)
}

/** Where a team stands among all; null when the scoreboard does not know it. */
export function findPlace(board: Scoreboard, team: number): MovingPlace | null {
  const place = placeInOrder(board.order, board.ranks, team)
  return place && { ...place, previousRank: board.previousRanks?.[team] ?? null }
}

/** Where a team stands in a league; null when it is no member. */
export function findPlaceInLeague(board: Scoreboard, league: LeagueTable, team: number): MovingPlace | null {
  const place = placeInOrder(league.order, board.ranks, team)
  return place && { ...place, previousRank: previousRankInLeague(board, league, team) }
}

/** The team indices on a page of a table. */
export function listPage(order: Int32Array, { offset, limit }: { offset: number; limit: number }): number[] {
  return Array.from(order.subarray(offset, offset + limit))
}

/**
 * Ranks some teams of a scoreboard among themselves: a league (D11). `members` are team indices in any order. Throws
 * when the scoreboard does not know one of them.
 */
export function rankMembers(
  board: Scoreboard,
  members: Int32Array,
  allocate: Allocate = allocateOwn,
): LeagueTable {
  const joined = members.toSorted()
  if ((joined.at(-1) ?? 0) >= board.ranks.length) throw new RangeError('A member is not on the scoreboard')
  const totals = joined.map((team) => board.totalHundredths[team] ?? 0)
  const order = orderByScore(totals, createWorkspace(joined.length, allocate))
  order.forEach((member, position) => {
    order[position] = joined[member] ?? 0
  })
  return { order, previousRanks: board.previousRanks && pickSorted(board.previousRanks, joined, allocate) }
}

function pickSorted(ranks: Int32Array, teams: Int32Array, allocate: Allocate): Int32Array {
  const picked = allocateNumbers(allocate, teams.length)
  teams.forEach((team, at) => {
    picked[at] = ranks[team] ?? 0
  })
  return picked.sort()
}

/**
 * The place of a team in an order by rank and, inside a tie, by index. `ranks` need not be those of this order: in a
 * league they are the season's, which tell who stands before whom.
 */
function placeInOrder(order: Int32Array, ranks: Int32Array, team: number): Place | null {
  const rank = ranks[team] ?? 0
  const teamAt = (position: number) => order[position] ?? 0
  const rankAt = (position: number) => ranks[teamAt(position)] ?? 0
  const above = countLeading(order.length, (position) => rankAt(position) < rank)
  const notBelow = countLeading(order.length, (position) => rankAt(position) <= rank)
  const older = countLeading(notBelow - above, (position) => teamAt(above + position) < team)
  if (order[above + older] !== team) return null
  return { position: above + older + 1, rank: above + 1, tied: notBelow - above }
}

function previousRankInLeague(
  { previousRanks }: Scoreboard,
  league: LeagueTable,
  team: number,
): number | null {
  if (!league.previousRanks || !previousRanks) return null
  const known = league.previousRanks
  const rank = previousRanks[team] ?? 0
  return countLeading(known.length, (position) => (known[position] ?? 0) < rank) + 1
}

/** How many positions from 0 on `holds` is true for; past the first where it is not, it is not. A binary search. */
function countLeading(length: number, holds: (position: number) => boolean): number {
  let from = 0
  let to = length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) from = middle + 1
    else to = middle
  }
  return from
}

/** The table with one member more or less: the others' places follow by themselves. The same table when nothing changes. */
export function changeMember(
  board: Scoreboard,
  league: LeagueTable,
  { team, change }: { team: number; change: 1 | -1 },
): LeagueTable {
  const { order, previousRanks } = league
  const rank = board.ranks[team] ?? 0
  const isBefore = (other: number) => {
    const otherRank = board.ranks[other] ?? 0
    return otherRank < rank || (otherRank === rank && other < team)
  }
  const at = countLeading(order.length, (position) => isBefore(order[position] ?? 0))
  if ((order[at] === team) === (change === 1)) return league
  const before = board.previousRanks?.[team] ?? 0
  const beforeAt = previousRanks
    ? countLeading(previousRanks.length, (position) => (previousRanks[position] ?? 0) < before)
    : 0
  return {
    order: change === 1 ? insertAt(order, at, team) : removeAt(order, at),
    previousRanks:
      previousRanks &&
      (change === 1 ? insertAt(previousRanks, beforeAt, before) : removeAt(previousRanks, beforeAt)),
  }
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
