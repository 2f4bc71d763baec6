import type { Place } from '#app/game/scoring/ranking.ts'
import { computeTotal, type Scoreboard, type ScoreboardRound } from './compute.ts'
import { buildRankTable, findNextRank, findRank, partitionPoint, sortByRank } from './rank-table.ts'

/** A team's place and total, and its rank after the previous round; null while only one round is published. */
interface PlaceWithMovement extends Place {
  totalHundredths: number
  previousRank: number | null
}

/**
 * A league's table: 12 bytes per member. Ranks are computed from the arrays on demand, so that a join or leave inserts or
 * removes one item and changes nothing else.
 */
export interface LeagueTable {
  /** Team indices of the members by total, highest first; ties in joining order. */
  order: Int32Array
  /** Their totals in the same order. */
  totals: Int32Array
  /** The members' totals after the previous round, descending; null while only one round is published. */
  previousTotals: Int32Array | null
}

type Rounds = Pick<Scoreboard, 'rounds'>

/** The index of a team, or null when it is not in the season. `teamIds` are ascending, in joining order. */
export function findTeamIndex(teamIds: Int32Array, teamId: number): number | null {
  const index = partitionPoint(teamIds.length, (at) => (teamIds[at] ?? 0) < teamId)
  return teamIds[index] === teamId ? index : null
}

/** The team indices on a page of a table. */
export function listTeamsOnPage(
  order: Int32Array,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  return Array.from(order.subarray(offset, offset + limit))
}

/** The rounds before the last one, the base of the movement (D5). Null while only one is published. */
function listPreviousRounds({ rounds }: Rounds): readonly ScoreboardRound[] | null {
  return rounds.length > 1 ? rounds.slice(0, -1) : null
}

/** A team's place among all; null when it is not on the scoreboard. */
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

/** The position of a team inside its tie, which is in joining order; null when it is not there. */
function findPosition(order: Int32Array, { rank, tied, team }: { rank: number; tied: number; team: number }) {
  const older = partitionPoint(tied, (at) => (order[rank - 1 + at] ?? 0) < team)
  return order[rank - 1 + older] === team ? rank + older : null
}

function findPreviousRank(rounds: readonly ScoreboardRound[], team: number): number | null {
  const before = listPreviousRounds({ rounds })
  const ranks = before?.at(-1)?.totalRanks
  return before && ranks ? findRank(ranks, computeTotal(before, team)) : null
}

/** A team's place in a league; null when it is no member. */
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

/** The number of higher totals, from one index up to another; `totals` are descending there. */
export function countAbove(
  totals: Int32Array,
  total: number,
  { from, to } = { from: 0, to: totals.length },
): number {
  return partitionPoint(to - from, (at) => (totals[from + at] ?? 0) > total)
}

/** The nearest better place of a table; null for who leads it. `totals`: highest first. */
export function findPlaceAbove(
  totals: Int32Array,
  { rank, totalHundredths }: { rank: number; totalHundredths: number },
): PlaceAbove | null {
  const total = totals[rank - 2]
  if (total === undefined) return null
  return { rank: countAbove(totals, total) + 1, gapHundredths: total - totalHundredths }
}

/** A better place, and how many points it has more. */
export interface PlaceAbove {
  rank: number
  gapHundredths: number
}

/** Ranks some teams of a scoreboard among themselves: a league (D11). `members` are team indices in any order. */
export function rankMembers(board: Rounds, members: Int32Array): LeagueTable {
  const joined = members.toSorted()
  const { order, totals } = sortByTotal(board.rounds, joined)
  const before = listPreviousRounds(board)
  return { order, totals, previousTotals: before && sortByTotal(before, joined).totals }
}

/**
 * Up to so many teams are sorted by comparing. Counting goes through all possible totals, of which there are more than a hundred
 * thousand: that takes 0.2 ms, where comparing takes 0.001 for a league of ten.
 */
const MOST_COMPARED = 1_000

function sortByTotal(rounds: readonly ScoreboardRound[], teams: Int32Array) {
  const totals = teams.map((team) => computeTotal(rounds, team))
  const order =
    totals.length > MOST_COMPARED ? sortByRank(totals, buildRankTable(totals)) : sortByComparing(totals)
  return { order: order.map((at) => teams[at] ?? 0), totals: order.map((at) => totals[at] ?? 0) }
}

/** The indices of the totals as `sortByRank` orders them. */
function sortByComparing(totals: Int32Array): Int32Array {
  return Int32Array.from(totals.keys()).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
}

/** The table with one member added or removed. */
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

/** A copy with a value inserted at an index, or with the value there removed. */
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
