/**
 * The rank of each score that occurs (1-2-2-4, D5): 8 bytes per distinct score, of which a season has some thousand. Both
 * arrays have one item per distinct score, the highest first.
 */
export interface RankTable {
  scores: Int32Array
  /** The number of higher scores plus one. */
  ranks: Int32Array
}

/** Builds the ranks of scores; `order` holds their indices from the highest score to the lowest. */
export function buildRankTable(scores: Int32Array, order: Int32Array): RankTable {
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
