/** A scheduled visit: fixed in advance, so that a slow response delays no other visit. */
export interface Arrival<Kind extends string> {
  kind: Kind
  /** Milliseconds after the start. */
  atMs: number
}

/**
 * Arrivals of independent visitors: a Poisson process with a rate per second for each kind. The same seed gives the
 * same arrivals.
 */
export function scheduleArrivals<Kind extends string>(
  perSecond: ReadonlyMap<Kind, number>,
  { seconds, seed }: { seconds: number; seed: number },
): Arrival<Kind>[] {
  const random = createRandom(seed)
  const arrivals = [...perSecond].flatMap(([kind, rate]) => {
    const ofKind: Arrival<Kind>[] = []
    const gap = () => (-Math.log(1 - random()) / rate) * 1000
    for (let atMs = gap(); atMs < seconds * 1000; atMs += gap()) ofKind.push({ kind, atMs })
    return ofKind
  })
  return arrivals.sort((a, b) => a.atMs - b.atMs)
}

/** The arrivals of `scheduleArrivals` in blocks, each of which comes twice in a row: what differs between the two is no chance of theirs. */
export function scheduleBlocks<Kind extends string>(
  perSecond: ReadonlyMap<Kind, number>,
  { seconds, seed, blockSeconds }: { seconds: number; seed: number; blockSeconds: number },
): Arrival<Kind>[] {
  const blockMs = blockSeconds * 1000
  return scheduleArrivals(perSecond, { seconds: seconds / 2, seed })
    .flatMap(({ kind, atMs }) => {
      const firstAtMs = atMs + Math.floor(atMs / blockMs) * blockMs
      return [firstAtMs, firstAtMs + blockMs].map((at) => ({ kind, atMs: at }))
    })
    .sort((a, b) => a.atMs - b.atMs)
}

/** A seeded random generator for numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The n-th permutation of the items: all different for n from 0 to n! − 1. */
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
