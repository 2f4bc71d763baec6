/**
 * The rank of each score that somebody has (1-2-2-4, D5): 8 bytes a different score, which in a season are some
 * thousand. Both arrays have a place per score, the highest first.
 */
export interface RankTable {
  scores: Int32Array
  /** How many stand above, and one. */
  ranks: Int32Array
}

/** The ranks of scores, which `order` lists from the highest to the lowest by their indices. */
export function buildRankTable(scores: Int32Array, order: Int32Array): RankTable {
  const different: number[] = []
  const ranks: number[] = []
  let previous = -1
  for (let position = 0; position < order.length; position++) {
    const score = scores[order[position] ?? 0] ?? 0
    if (score === previous) continue
    different.push(score)
    ranks.push(position + 1)
    previous = score
  }
  return { scores: Int32Array.from(different), ranks: Int32Array.from(ranks) }
}

/** The rank that follows the one of a score that somebody has; null when nobody has less. */
export function findNextRank({ scores, ranks }: RankTable, score: number): number | null {
  return ranks[partitionPoint(scores.length, (at) => (scores[at] ?? 0) >= score)] ?? null
}

/** The rank of a score that somebody has; 0 when all have more. */
export function findRank({ scores, ranks }: RankTable, score: number): number {
  return ranks[partitionPoint(scores.length, (at) => (scores[at] ?? 0) > score)] ?? 0
}

/** How many positions from 0 on `holds` is true for; past the first where it is not, it is not. A binary search. */
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
