/**
 * Temporary memory for computing scoreboards and league tables: 16 bytes per team, and up to 4 MB of counts. It is reused
 * for as many teams or fewer, so that a publication leaves nothing for the garbage collector.
 */
export interface Workspace {
  scores: Int32Array
  totals: Int32Array
  /** Indices before and after sorting by a digit. */
  indices: readonly [Int32Array, Int32Array]
  /** The number of scores for each value of the current digit. */
  counts: Int32Array
}

/** Creates the memory for computing the results of at most `count` teams. */
export function createWorkspace(count: number): Workspace {
  const numbers = () => new Int32Array(count)
  return {
    scores: numbers(),
    totals: numbers(),
    indices: [numbers(), numbers()],
    counts: new Int32Array(2 ** digitBits(count)),
  }
}

/** A digit has at most twice as many values as there are scores (or 256), so that few scores need little memory. */
function digitBits(count: number): number {
  return Math.min(Math.max(bitLength(count), 8), 20)
}

function bitLength(number: number): number {
  return 32 - Math.clz32(number)
}

/**
 * The indices of the scores (non-negative integers), the highest first, equal ones in order of index. A radix sort, which
 * needs a single counting pass for scores in a narrow range. The result is part of the workspace: the next sort
 * overwrites it.
 */
export function sortByScore(scores: Int32Array, { indices, counts }: Workspace): Int32Array {
  const top = findHighest(scores)
  const passes = Math.max(1, Math.ceil(bitLength(top) / digitBits(scores.length)))
  const bits = Math.ceil(bitLength(top) / passes)
  let [from, to] = [indices[0].subarray(0, scores.length), indices[1].subarray(0, scores.length)]
  for (let index = 0; index < from.length; index++) from[index] = index
  for (let pass = 0; pass < passes; pass++) {
    sortByDigit({ scores, top, shift: pass * bits, counts: counts.subarray(0, 2 ** bits) }, from, to)
    ;[from, to] = [to, from]
  }
  return from
}

/** The highest of some scores; 0 without any. */
export function findHighest(scores: Int32Array): number {
  let top = 0
  for (let index = 0; index < scores.length; index++) top = Math.max(top, scores[index] ?? 0)
  return top
}

interface Digit {
  scores: Int32Array
  /** Scores are subtracted from it, so that the highest come first. */
  top: number
  /** Lower bits are sorted already. */
  shift: number
  counts: Int32Array
}

/** Copies indices in order of one digit of their scores; a stable counting sort. */
function sortByDigit({ scores, top, shift, counts }: Digit, from: Int32Array, to: Int32Array): void {
  const mask = counts.length - 1
  counts.fill(0)
  for (let index = 0; index < scores.length; index++) {
    const digit = ((top - (scores[index] ?? 0)) >>> shift) & mask
    counts[digit] = (counts[digit] ?? 0) + 1
  }
  toPrefixSums(counts)
  for (let position = 0; position < from.length; position++) {
    const index = from[position] ?? 0
    const digit = ((top - (scores[index] ?? 0)) >>> shift) & mask
    const target = counts[digit] ?? 0
    counts[digit] = target + 1
    to[target] = index
  }
}

/** Replaces each count by the sum of the counts before it. */
function toPrefixSums(counts: Int32Array): void {
  let sum = 0
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit] ?? 0
    counts[digit] = sum
    sum += count
  }
}
