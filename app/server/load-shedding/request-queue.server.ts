import { type Priority, priorities, type QueueRequest } from './priority.server.ts'

/**
 * How a wait ends. 'begun': its turn came. 'full': too many are here. 'late': the turn did not come in time. 'gone': nobody
 * waits any more.
 */
type QueueOutcome = 'begun' | 'full' | 'late' | 'gone'

interface QueuedRequest {
  request: QueueRequest
  queuedAt: number
  settle: (turn: QueueOutcome) => void
}

interface RequestQueueOptions {
  /**
   * Fulfilled when what has arrived is taken in, and what was begun is done or waits for others than this thread.
   * `isComputing`: whether what was begun last is not done yet.
   */
  waitForIdle: (isComputing: () => boolean) => Promise<void>
  /** In ms, of a clock that never jumps. */
  now: () => number
  /** How many may be here when another of a rank comes. */
  capacityByPriority: Readonly<Record<Priority, number>>
  /** How long those of a rank wait for their turn at most, in ms: only who waits for an answer and nothing else. */
  maxWaitMs: Readonly<Partial<Record<Priority, number>>>
}

/** What may go before a save: it is asked first once more. */
const prioritiesBeforeSaves: readonly Priority[] = ['health', 'shared']
/** How many times as long as a page for all took, saves go first again; and how long at most, in ms. */
const sharedCooldown = { times: 19, mostMs: 1000 }

/**
 * The one way to what costs processor time. One after another is let through, the most urgent first; and before each, also
 * the first, whoever has arrived is heard, so that a save is known of before a page is begun, and who waits is counted.
 */
export function createRequestQueue({ waitForIdle, now, capacityByPriority, maxWaitMs }: RequestQueueOptions) {
  const queues: Record<Priority, QueuedRequest[]> = {
    health: [],
    save: [],
    after: [],
    shared: [],
    page: [],
    read: [],
  }
  const activeWriters = new Set<string>()
  let activeCount = 0
  let latestStarted: QueueRequest | undefined
  let isProcessing = false
  /** When a page for all was begun last, and from when one may go before saves again. */
  let shared = { begunAt: 0, nextAt: 0 }

  /** How many are here: those who wait and those for whom something is done. */
  const inFlight = () => activeCount + priorities.reduce((sum, rank) => sum + queues[rank].length, 0)

  function enqueue(wish: QueueRequest): Promise<QueueOutcome> {
    if (wish.abortSignal?.aborted) return Promise.resolve('gone')
    if (inFlight() >= capacityByPriority[wish.priority]) return Promise.resolve('full')
    return new Promise((settle) => {
      const waiting = { request: wish, queuedAt: now(), settle }
      queues[wish.priority].push(waiting)
      wish.abortSignal?.addEventListener('abort', () => drop(waiting), { once: true })
      void processQueue()
    })
  }

  function drop(waiting: QueuedRequest): void {
    const queue = queues[waiting.request.priority]
    const at = queue.indexOf(waiting)
    if (at < 0) return
    queue.splice(at, 1)
    waiting.settle('gone')
  }

  async function processQueue(): Promise<void> {
    if (isProcessing) return
    isProcessing = true
    while (priorities.some((rank) => findNext(rank) >= 0)) {
      await waitForIdle(() => latestStarted !== undefined)
      shedExpired()
      const next = dequeue()
      if (!next) continue
      latestStarted = next.request
      markStarted(next.request)
      next.settle('begun')
    }
    isProcessing = false
  }

  function dequeue(): QueuedRequest | undefined {
    for (const rank of currentOrder()) {
      const at = findNext(rank)
      if (at >= 0) return queues[rank].splice(at, 1)[0]
    }
    return undefined
  }

  /** A page for all goes before saves as long as such pages take a twentieth of the time: one drawing answers everybody who waits for it. */
  function currentOrder(): readonly Priority[] {
    return queues.shared.length > 0 && now() >= shared.nextAt
      ? [...prioritiesBeforeSaves, ...priorities]
      : priorities
  }

  function findNext(rank: Priority): number {
    return queues[rank].findIndex(({ request: wish }) => !isWriterBusy(wish))
  }

  function isWriterBusy({ writer }: QueueRequest): boolean {
    return writer !== undefined && activeWriters.has(writer)
  }

  function shedExpired(): void {
    for (const rank of priorities) {
      const last = now() - (maxWaitMs[rank] ?? Number.POSITIVE_INFINITY)
      const late = queues[rank].filter(
        ({ request: wish, queuedAt: since }) => wish.abortSignal && since <= last,
      )
      if (late.length === 0) continue
      queues[rank] = queues[rank].filter((waiting) => !late.includes(waiting))
      for (const waiting of late) waiting.settle('late')
    }
  }

  function markStarted(wish: QueueRequest): void {
    activeCount += 1
    if (wish.priority === 'shared') shared = { begunAt: now(), nextAt: Number.POSITIVE_INFINITY }
    if (wish.writer !== undefined) activeWriters.add(wish.writer)
  }

  function markFinished(wish: QueueRequest): void {
    activeCount -= 1
    if (latestStarted === wish) latestStarted = undefined
    if (wish.priority === 'shared') {
      const rest = Math.min((now() - shared.begunAt) * sharedCooldown.times, sharedCooldown.mostMs)
      shared.nextAt = now() + rest
    }
    if (wish.writer !== undefined) activeWriters.delete(wish.writer)
    void processQueue()
  }

  return {
    inFlight,

    /** Does the work when its turn comes, or says why not. A failure of the work is thrown on. */
    async run(wish: QueueRequest, work: () => Promise<void>): Promise<QueueOutcome> {
      const outcome = await enqueue(wish)
      if (outcome === 'begun') await work().finally(() => markFinished(wish))
      return outcome
    },
  }
}
