/** The most ticks of a line; of a larger league evenly chosen ones, with the first and the last. */
const MOST_TICKS = 60
/** Where the first team of a league is on its line; the last one is at 0. */
const END = 1_000

/** Where a total is on the line of a league, 0 to 1,000. `totals`: highest first. */
export function findTick(totals: Int32Array, total: number): number {
  const [most, least] = [totals.at(0) ?? 0, totals.at(-1) ?? 0]
  return most === least ? END : Math.round((END * (total - least)) / (most - least))
}

/** The whole league on one line: where its teams are, each place once, highest first. */
export function listTicks(totals: Int32Array): number[] {
  const chosen = chooseEvenly(totals.length, MOST_TICKS)
  return [...new Set(chosen.map((at) => findTick(totals, totals[at] ?? 0)))]
}

/** At most so many of `length` indices: evenly chosen, with the first and the last. */
export function chooseEvenly(length: number, most: number): number[] {
  const count = Math.min(length, most)
  const step = (length - 1) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, at) => Math.round(at * step))
}
