import type { Place } from '#app/game/ranking.ts'
import { type Scoreboard, type ScoreboardRound, totalOf } from './compute.ts'
import { createWorkspace, orderByScore } from './order.ts'
import { countLeading, nextRankOf, rankOf } from './rank-table.ts'

/** Where a team stands, with what, and where it stood after the round before; null while only one round counts. */
interface MovingPlace extends Place {
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
export function findPlace({ rounds, order }: Scoreboard, team: number): MovingPlace | null {
  const ranks = rounds.at(-1)?.totalRanks
  if (!ranks) return null
  const totalHundredths = totalOf(rounds, team)
  const rank = rankOf(ranks, totalHundredths)
  const tied = Math.min(nextRankOf(ranks, totalHundredths) ?? order.length + 1, order.length + 1) - rank
  const position = findPosition(order, { rank, tied, team })
  return position === null
    ? null
    : { position, rank, tied, totalHundredths, previousRank: previousRankOf(rounds, team) }
}

/** The position of a team inside its tie, which stands in joining order; null when it is not there. */
function findPosition(order: Int32Array, { rank, tied, team }: { rank: number; tied: number; team: number }) {
  const older = countLeading(tied, (at) => (order[rank - 1 + at] ?? 0) < team)
  return order[rank - 1 + older] === team ? rank + older : null
}

function previousRankOf(rounds: readonly ScoreboardRound[], team: number): number | null {
  const before = roundsBefore({ rounds })
  const ranks = before?.at(-1)?.totalRanks
  return before && ranks ? rankOf(ranks, totalOf(before, team)) : null
}

/** Where a team stands in a league; null when it is no member. */
export function findPlaceInLeague(board: Rounds, league: LeagueTable, team: number): MovingPlace | null {
  const { order, totals, previousTotals } = league
  const totalHundredths = totalOf(board.rounds, team)
  const rank = countAbove(totals, totalHundredths) + 1
  const tied = countLeading(totals.length, (at) => (totals[at] ?? 0) >= totalHundredths) - rank + 1
  const position = findPosition(order, { rank, tied, team })
  if (position === null) return null
  const before = roundsBefore(board)
  const previousRank = before && previousTotals && countAbove(previousTotals, totalOf(before, team)) + 1
  return { position, rank, tied, totalHundredths, previousRank }
}

/** How many of some totals, which descend, are higher. */
function countAbove(totals: Int32Array, total: number): number {
  return countLeading(totals.length, (at) => (totals[at] ?? 0) > total)
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
  const table = { order, totals: totals.sort().toReversed() }
  const before = roundsBefore(board)
  if (!before) return { ...table, previousTotals: null }
  addUp(before, totals)
  return { ...table, previousTotals: totals.sort().toReversed() }
}

/** The table with one member more or less: the others' places follow by themselves. */
export function changeMember(
  board: Rounds,
  league: LeagueTable,
  { team, change }: { team: number; change: 1 | -1 },
): LeagueTable {
  const { order, totals, previousTotals } = league
  const total = totalOf(board.rounds, team)
  const above = countAbove(totals, total)
  const tied = countLeading(totals.length, (at) => (totals[at] ?? 0) >= total) - above
  const at = above + countLeading(tied, (older) => (order[above + older] ?? 0) < team)
  if ((order[at] === team) === (change === 1)) return league
  const before = totalOf(roundsBefore(board) ?? [], team)
  return {
    order: changeAt(order, at, { value: team, change }),
    totals: changeAt(totals, at, { value: total, change }),
    previousTotals:
      previousTotals &&
      changeAt(previousTotals, countAbove(previousTotals, before), { value: before, change }),
  }
}

/** The numbers with one more before a place, or without the one there. */
function changeAt(
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
