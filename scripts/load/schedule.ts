/** When somebody comes, and for what: fixed beforehand, so that nobody waits for a slow answer to another. */
export interface Arrival<Kind extends string> {
  kind: Kind
  /** Milliseconds after the beginning. */
  atMs: number
}

/**
 * Arrivals as they come from many who know nothing of each other: per kind at a rate per second, with exponential
 * gaps. The same seed makes the same arrivals.
 */
export function scheduleArrivals<Kind extends string>(
  perSecond: ReadonlyMap<Kind, number>,
  { seconds, seed }: { seconds: number; seed: number },
): Arrival<Kind>[] {
  const chance = createChance(seed)
  const arrivals = [...perSecond].flatMap(([kind, rate]) => {
    const own: Arrival<Kind>[] = []
    const gap = () => (-Math.log(1 - chance()) / rate) * 1000
    for (let atMs = gap(); atMs < seconds * 1000; atMs += gap()) own.push({ kind, atMs })
    return own
  })
  return arrivals.sort((a, b) => a.atMs - b.atMs)
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The n-th order of what is given: all different for n from 0 to n! − 1. */
export function nthOrder<Item>(items: readonly Item[], n: number): Item[] {
  const left = [...items]
  const order: Item[] = []
  let rest = n
  while (left.length > 0) {
    order.push(...left.splice(rest % left.length, 1))
    rest = Math.floor(rest / (left.length + 1))
  }
  return order
}
