/** What sorting needs beside the scores: at most 16 bytes a score and 1 kB, however far the scores lie apart. */
interface Workspace {
  indices: readonly [Int32Array, Int32Array]
  /** How many scores have each value of the digit that is sorted by. */
  counts: Int32Array
}

/** The memory to sort `count` scores in, as often as wanted. */
export function createWorkspace(count: number): Workspace {
  return {
    indices: [new Int32Array(count), new Int32Array(count)],
    counts: new Int32Array(2 ** digitBits(count)),
  }
}

/** A digit has at most twice as many values as there are scores (or 256), so that few scores need little memory. */
function digitBits(count: number): number {
  return Math.min(Math.max(bitLength(count), 8), 20)
}

function bitLength(whole: number): number {
  return 32 - Math.clz32(whole)
}

/**
 * The indices of the scores (whole, not negative), the highest first, equal ones in order of index. A radix sort,
 * which for scores that lie close together is one pass of counting. The answer is one of the workspace's arrays:
 * the next sort in it overwrites the answer.
 */
export function orderByScore(scores: Int32Array, { indices, counts }: Workspace): Int32Array {
  const top = highest(scores)
  const passes = Math.max(1, Math.ceil(bitLength(top) / bitLength(counts.length - 1)))
  const bits = Math.ceil(bitLength(top) / passes)
  let [from, to] = indices
  for (let index = 0; index < from.length; index++) from[index] = index
  for (let pass = 0; pass < passes; pass++) {
    sortByDigit({ scores, top, shift: pass * bits, counts: counts.subarray(0, 2 ** bits) }, from, to)
    ;[from, to] = [to, from]
  }
  return from
}

function highest(scores: Int32Array): number {
  let top = 0
  for (let index = 0; index < scores.length; index++) top = Math.max(top, scores[index] ?? 0)
  return top
}

interface Digit {
  scores: Int32Array
  /** Scores are subtracted from it, so that the highest come first. */
  top: number
  /** The bits below were sorted by before. */
  shift: number
  counts: Int32Array
}

/** Copies indices in order of one digit of their scores, and as they stood where it is equal. */
function sortByDigit({ scores, top, shift, counts }: Digit, from: Int32Array, to: Int32Array): void {
  const mask = counts.length - 1
  counts.fill(0)
  for (let index = 0; index < scores.length; index++) {
    const digit = ((top - (scores[index] ?? 0)) >>> shift) & mask
    counts[digit] = (counts[digit] ?? 0) + 1
  }
  sumBefore(counts)
  for (let position = 0; position < from.length; position++) {
    const index = from[position] ?? 0
    const digit = ((top - (scores[index] ?? 0)) >>> shift) & mask
    const target = counts[digit] ?? 0
    counts[digit] = target + 1
    to[target] = index
  }
}

/** Puts in place of each count the sum of those before it. */
function sumBefore(counts: Int32Array): void {
  let sum = 0
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit] ?? 0
    counts[digit] = sum
    sum += count
  }
}
