import { type Rank, ranks, type Wish } from './rank.server.ts'

/**
 * How a wait ends. 'begun': its turn came. 'full': too many are here. 'late': the turn did not come in time. 'gone': nobody
 * waits any more.
 */
type Turn = 'begun' | 'full' | 'late' | 'gone'

interface Waiting {
  wish: Wish
  since: number
  settle: (turn: Turn) => void
}

interface Surroundings {
  /**
   * Fulfilled when what has arrived is taken in, and what was begun is done or waits for others than this thread.
   * `isComputing`: whether what was begun last is not done yet.
   */
  untilQuiet: (isComputing: () => boolean) => Promise<void>
  /** In ms, of a clock that never jumps. */
  now: () => number
  /** How many may be here when another of a rank comes. */
  places: Readonly<Record<Rank, number>>
  /** How long those of a rank wait for their turn at most, in ms: only who waits for an answer and nothing else. */
  waitsMs: Readonly<Partial<Record<Rank, number>>>
}

/** What may go before a save: it is asked first once more. */
const beforeSaves: readonly Rank[] = ['health', 'shared']
/** How many times as long as a page for all took, saves go first again; and how long at most, in ms. */
const restAfterShared = { times: 19, mostMs: 1000 }

/**
 * The one way to what costs processor time. One after another is let through, the most urgent first; and before each, also
 * the first, whoever has arrived is heard, so that a save is known of before a page is begun, and who waits is counted.
 */
export function createGate({ untilQuiet, now, places, waitsMs }: Surroundings) {
  const queues: Record<Rank, Waiting[]> = {
    health: [],
    save: [],
    after: [],
    shared: [],
    page: [],
    read: [],
  }
  const writing = new Set<string>()
  let underWay = 0
  let newest: Wish | undefined
  let isLetting = false
  /** When a page for all was begun last, and from when one may go before saves again. */
  let shared = { begunAt: 0, nextAt: 0 }

  /** How many are here: those who wait and those for whom something is done. */
  const inFlight = () => underWay + ranks.reduce((sum, rank) => sum + queues[rank].length, 0)

  function enter(wish: Wish): Promise<Turn> {
    if (wish.gone?.aborted) return Promise.resolve('gone')
    if (inFlight() >= places[wish.rank]) return Promise.resolve('full')
    return new Promise((settle) => {
      const waiting = { wish, since: now(), settle }
      queues[wish.rank].push(waiting)
      wish.gone?.addEventListener('abort', () => drop(waiting), { once: true })
      void letThrough()
    })
  }

  function drop(waiting: Waiting): void {
    const queue = queues[waiting.wish.rank]
    const at = queue.indexOf(waiting)
    if (at < 0) return
    queue.splice(at, 1)
    waiting.settle('gone')
  }

  async function letThrough(): Promise<void> {
    if (isLetting) return
    isLetting = true
    while (ranks.some((rank) => findNext(rank) >= 0)) {
      await untilQuiet(() => newest !== undefined)
      turnAwayLate()
      const next = takeNext()
      if (!next) continue
      newest = next.wish
      begin(next.wish)
      next.settle('begun')
    }
    isLetting = false
  }

  function takeNext(): Waiting | undefined {
    for (const rank of inOrder()) {
      const at = findNext(rank)
      if (at >= 0) return queues[rank].splice(at, 1)[0]
    }
    return undefined
  }

  /** A page for all goes before saves as long as such pages take a twentieth of the time: one drawing answers everybody who waits for it. */
  function inOrder(): readonly Rank[] {
    return queues.shared.length > 0 && now() >= shared.nextAt ? [...beforeSaves, ...ranks] : ranks
  }

  function findNext(rank: Rank): number {
    return queues[rank].findIndex(({ wish }) => !isHeldUp(wish))
  }

  function isHeldUp({ writer }: Wish): boolean {
    return writer !== undefined && writing.has(writer)
  }

  function turnAwayLate(): void {
    for (const rank of ranks) {
      const last = now() - (waitsMs[rank] ?? Number.POSITIVE_INFINITY)
      const late = queues[rank].filter(({ wish, since }) => wish.gone && since <= last)
      if (late.length === 0) continue
      queues[rank] = queues[rank].filter((waiting) => !late.includes(waiting))
      for (const waiting of late) waiting.settle('late')
    }
  }

  function begin(wish: Wish): void {
    underWay += 1
    if (wish.rank === 'shared') shared = { begunAt: now(), nextAt: Number.POSITIVE_INFINITY }
    if (wish.writer !== undefined) writing.add(wish.writer)
  }

  function leave(wish: Wish): void {
    underWay -= 1
    if (newest === wish) newest = undefined
    if (wish.rank === 'shared') {
      const rest = Math.min((now() - shared.begunAt) * restAfterShared.times, restAfterShared.mostMs)
      shared.nextAt = now() + rest
    }
    if (wish.writer !== undefined) writing.delete(wish.writer)
    void letThrough()
  }

  return {
    inFlight,

    /** Does the work when its turn comes, or says why not. A failure of the work is thrown on. */
    async pass(wish: Wish, work: () => Promise<void>): Promise<Turn> {
      const turn = await enter(wish)
      if (turn === 'begun') await work().finally(() => leave(wish))
      return turn
    },
  }
}
