import { findHighest, sortByScore, type Workspace } from './radix-sort.ts'

/**
 * The rank of each score that occurs (1-2-2-4, D5): 8 bytes per distinct score, of which a season has some thousand. Both
 * arrays have one item per distinct score, the highest first.
 */
export interface RankTable {
  scores: Int32Array
  /** The number of higher scores plus one. */
  ranks: Int32Array
}

/** Builds the ranks of scores (non-negative integers): by counting in a narrow range, else by sorting. */
export function buildRankTable(scores: Int32Array, workspace: Workspace): RankTable {
  const top = findHighest(scores)
  return top < workspace.counts.length
    ? rankByCounting(scores, workspace.counts.subarray(0, top + 1))
    : rankBySorting(scores, sortByScore(scores, workspace))
}

function rankByCounting(scores: Int32Array, counts: Int32Array): RankTable {
  counts.fill(0)
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    counts[score] = (counts[score] ?? 0) + 1
  }
  const distinct: number[] = []
  const ranks: number[] = []
  let rank = 1
  for (let score = counts.length - 1; score >= 0; score--) {
    const count = counts[score] ?? 0
    if (count === 0) continue
    distinct.push(score)
    ranks.push(rank)
    rank += count
  }
  return { scores: Int32Array.from(distinct), ranks: Int32Array.from(ranks) }
}

/** `order` holds the indices of the scores from the highest to the lowest. */
function rankBySorting(scores: Int32Array, order: Int32Array): RankTable {
  const distinct: number[] = []
  const ranks: number[] = []
  let previous = -1
  for (let position = 0; position < order.length; position++) {
    const score = scores[order[position] ?? 0] ?? 0
    if (score === previous) continue
    distinct.push(score)
    ranks.push(position + 1)
    previous = score
  }
  return { scores: Int32Array.from(distinct), ranks: Int32Array.from(ranks) }
}

/** The next rank after that of a score in the table; null for the lowest score. */
export function findNextRank({ scores, ranks }: RankTable, score: number): number | null {
  return ranks[partitionPoint(scores.length, (at) => (scores[at] ?? 0) >= score)] ?? null
}

/** The rank of a score in the table; 0 below the lowest score. */
export function findRank({ scores, ranks }: RankTable, score: number): number {
  return ranks[partitionPoint(scores.length, (at) => (scores[at] ?? 0) > score)] ?? 0
}

/** The first position where `holds` is false, by binary search; `holds` must be true before it and false from it on. */
export function partitionPoint(length: number, holds: (position: number) => boolean): number {
  let from = 0
  let to = length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) from = middle + 1
    else to = middle
  }
  return from
}
