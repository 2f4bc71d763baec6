/**
 * The rank of each score that occurs (1-2-2-4, D5): 8 bytes per distinct score, of which a season has some thousand. Both
 * arrays have one item per distinct score, the highest first.
 */
export interface RankTable {
  scores: Int32Array
  /** The number of higher scores plus one. */
  ranks: Int32Array
}

/** Builds the ranks of scores (non-negative integers) by counting: 4 bytes for each number up to the highest, for a moment. */
export function buildRankTable(scores: Int32Array): RankTable {
  const counts = new Int32Array(findHighest(scores) + 1)
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

function findHighest(scores: Int32Array): number {
  let top = 0
  for (let index = 0; index < scores.length; index++) top = Math.max(top, scores[index] ?? 0)
  return top
}

/** The indices of the scores of a rank table, the highest first, equal ones in order of index. */
export function sortByRank(all: Int32Array, { scores, ranks }: RankTable): Int32Array {
  const nextRanks = new Int32Array((scores[0] ?? 0) + 1)
  scores.forEach((score, at) => {
    nextRanks[score] = ranks[at] ?? 0
  })
  const order = new Int32Array(all.length)
  for (let index = 0; index < all.length; index++) {
    const score = all[index] ?? 0
    const rank = nextRanks[score] ?? 0
    order[rank - 1] = index
    nextRanks[score] = rank + 1
  }
  return order
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
