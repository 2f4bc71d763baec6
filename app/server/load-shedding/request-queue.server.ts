import { type Priority, priorities, type QueueRequest, type Writer } from './priority.server.ts'

/**
 * How a request leaves the queue. 'started': it is handled. 'full': the queue had no room. 'excess': its writer has as many
 * waiting as one may. 'late': it waited too long. 'gone': its client disconnected.
 */
type QueueOutcome = 'started' | 'full' | 'excess' | 'late' | 'gone'

interface QueuedRequest {
  request: QueueRequest
  queuedAt: number
  settle: (outcome: QueueOutcome) => void
}

interface RequestQueueOptions {
  /**
   * Fulfilled when the event loop is idle: every request that has arrived is queued, and those that were started are done
   * or wait for I/O. `isComputing`: whether the request started last is still being worked on.
   */
  waitForIdle: (isComputing: () => boolean) => Promise<void>
  /** In ms, of a monotonic clock. */
  now: () => number
  /** A request is refused when this many are in flight already, by its priority. */
  capacityByPriority: Readonly<Record<Priority, number>>
  /** So many requests of one writer may wait: further ones would take places of others. */
  maxOfWriter: number
  /** Below so many requests in flight, pages start in the order of their arrival, but those that report a save. */
  inTurnBelow: number
  /**
   * So many saves, and so many other requests, are handled at once: a request that waits for a database over a network
   * leaves the event loop idle. Health checks are not counted.
   */
  maxActive: number
  /** How long a request of each priority waits at most, in ms. Requests without an abort signal wait without limit. */
  maxWaitMs: Readonly<Partial<Record<Priority, number>>>
}

/** Requests of one group start in the order of their arrival, those of an earlier group first. */
type Order = readonly (readonly Priority[])[]

/** From `inTurnBelow` requests in flight on: what can be done without comes last, however long it has waited. */
const orderByPriority: Order = priorities.map((priority) => [priority])
/**
 * Below it: saves and their results first, then pages in turn. By priority, reads would pay for all others' waiting: with two
 * thirds of a core in use, p95 of those beside the rush was 80 to 100 instead of 40 to 60 ms.
 */
const orderInTurn: Order = [['health'], ['save'], ['save-result'], ['shared', 'page', 'read'], ['extra']]
/** What goes before saves while the cooldown of shared pages is over. */
const orderBeforeSaves: Order = [['health'], ['shared']]
/** For so many ms a writer with several saves lets those of others go first, waiting or being handled. */
const severalYieldMs = 50
/** After a shared page, saves go first again for `times` as long as the page took, `mostMs` at most. */
const sharedCooldown = { times: 19, mostMs: 1000 }

/**
 * A priority queue for everything that costs processor time. It starts one request after another: saves and their results first,
 * and other pages in turn or, with many requests in flight, the most urgent first.
 * Before each start, the first included, it waits until the event loop is idle: only then are all requests that have
 * arrived known, so that a save is never behind a page and the count of waiting requests is right.
 */
export function createRequestQueue({
  waitForIdle,
  now,
  capacityByPriority,
  maxOfWriter,
  inTurnBelow,
  maxActive,
  maxWaitMs,
}: RequestQueueOptions) {
  const queues: Record<Priority, QueuedRequest[]> = {
    health: [],
    save: [],
    'save-result': [],
    shared: [],
    page: [],
    read: [],
    extra: [],
  }
  const activeWriters = new Set<Writer>()
  /** How many saves of each writer wait. */
  const waitingOf = new Map<Writer, number>()
  let activeCount = 0
  const activeByKind = { save: 0, other: 0, health: 0 }
  let latestStarted: QueueRequest | undefined
  /** Nothing else may happen until a writer has let others go first for long enough. */
  let endOfYield: NodeJS.Timeout | undefined
  let isProcessing = false
  /** When the last shared page was started, and from when one may go before saves again. */
  let shared = { startedAt: 0, nextAt: 0 }

  /** Requests that wait in the queue or are being handled. */
  const inFlight = () => activeCount + priorities.reduce((sum, priority) => sum + queues[priority].length, 0)

  function enqueue(request: QueueRequest): Promise<QueueOutcome> {
    if (request.abortSignal?.aborted) return Promise.resolve('gone')
    if (inFlight() >= capacityByPriority[request.priority]) return Promise.resolve('full')
    if (countOf(request.writer) >= maxOfWriter) return Promise.resolve('excess')
    return new Promise((settle) => {
      const waiting = { request, queuedAt: now(), settle }
      queues[request.priority].push(waiting)
      addWaiting(request.writer, 1)
      request.abortSignal?.addEventListener('abort', () => drop(waiting), { once: true })
      void processQueue()
    })
  }

  function drop(waiting: QueuedRequest): void {
    if (remove(waiting)) waiting.settle('gone')
  }

  async function processQueue(): Promise<void> {
    if (isProcessing) return
    isProcessing = true
    while (listNext(priorities).length > 0) {
      await waitForIdle(() => latestStarted !== undefined)
      shedExpired()
      const next = dequeue()
      if (!next) continue
      latestStarted = next.request
      markStarted(next.request)
      next.settle('started')
    }
    isProcessing = false
  }

  function dequeue(): QueuedRequest | undefined {
    for (const group of currentOrder()) {
      const [next] = listNext(group).sort((one, other) => one.queuedAt - other.queuedAt)
      if (next && remove(next)) return next
    }
    return undefined
  }

  /** Removes a request from its queue; false when it has left it before. */
  function remove(waiting: QueuedRequest): boolean {
    const queue = queues[waiting.request.priority]
    const at = queue.indexOf(waiting)
    if (at < 0) return false
    queue.splice(at, 1)
    addWaiting(waiting.request.writer, -1)
    return true
  }

  /**
   * Shared pages go before saves as long as they take at most a twentieth of the time: rendering one answers everybody who
   * waits for it.
   */
  function currentOrder(): Order {
    const order = inFlight() < inTurnBelow ? orderInTurn : orderByPriority
    return queues.shared.length > 0 && now() >= shared.nextAt ? [...orderBeforeSaves, ...order] : order
  }

  /** The requests that may start next, one of each priority that has one. */
  function listNext(among: readonly Priority[]): QueuedRequest[] {
    return among.flatMap((priority) => findNext(priority) ?? [])
  }

  function findNext(priority: Priority): QueuedRequest | undefined {
    if (priority !== 'health' && activeByKind[kindOf(priority)] >= maxActive) return undefined
    const [first, ...others] = queues[priority].filter(({ request }) => !isWriterBusy(request))
    if (!first || hasNoOther(first) || now() >= first.queuedAt + severalYieldMs) return first
    const next = others.find(hasNoOther)
    if (next || activeByKind.save === 0) return next ?? first
    clearTimeout(endOfYield)
    endOfYield = setTimeout(processQueue, first.queuedAt + severalYieldMs - now())
    return undefined
  }

  /** Whether this is the only save of its writer that waits. */
  function hasNoOther({ request: { writer } }: QueuedRequest): boolean {
    return countOf(writer) <= 1
  }

  function countOf(writer: Writer | undefined): number {
    return (writer !== undefined && waitingOf.get(writer)) || 0
  }

  function addWaiting(writer: Writer | undefined, change: 1 | -1): void {
    if (writer === undefined) return
    const count = countOf(writer) + change
    if (count === 0) waitingOf.delete(writer)
    else waitingOf.set(writer, count)
  }

  function isWriterBusy({ writer }: QueueRequest): boolean {
    return writer !== undefined && activeWriters.has(writer)
  }

  function shedExpired(): void {
    for (const priority of priorities) {
      const latestQueuedAt = now() - (maxWaitMs[priority] ?? Number.POSITIVE_INFINITY)
      const expired = queues[priority].filter(
        ({ request, queuedAt }) => request.abortSignal && queuedAt <= latestQueuedAt,
      )
      for (const waiting of expired) if (remove(waiting)) waiting.settle('late')
    }
  }

  function markStarted(request: QueueRequest): void {
    activeCount += 1
    activeByKind[kindOf(request.priority)] += 1
    if (request.priority === 'shared') shared = { startedAt: now(), nextAt: Number.POSITIVE_INFINITY }
    if (request.writer !== undefined) activeWriters.add(request.writer)
  }

  function markFinished(request: QueueRequest): void {
    activeCount -= 1
    activeByKind[kindOf(request.priority)] -= 1
    if (latestStarted === request) latestStarted = undefined
    if (request.priority === 'shared') {
      const cooldownMs = Math.min((now() - shared.startedAt) * sharedCooldown.times, sharedCooldown.mostMs)
      shared.nextAt = now() + cooldownMs
    }
    if (request.writer !== undefined) endTurn(request.writer)
    void processQueue()
  }

  /** What else the writer has waiting now goes behind what others have waiting. */
  function endTurn(writer: Writer): void {
    activeWriters.delete(writer)
    if (countOf(writer) === 0) return
    const isOwn = ({ request }: QueuedRequest) => request.writer === writer
    const own = queues.save.filter(isOwn)
    for (const waiting of own) waiting.queuedAt = now()
    queues.save = [...queues.save.filter((waiting) => !isOwn(waiting)), ...own]
  }

  return {
    inFlight,

    /** Whether a save, or the page that reports its result, waits or is being handled. */
    isSaving: () => activeByKind.save + queues.save.length + queues['save-result'].length > 0,

    /** Runs `work` when the request is started, or returns why it is not. An error of `work` is thrown on. */
    async run(request: QueueRequest, work: () => Promise<void>): Promise<QueueOutcome> {
      const outcome = await enqueue(request)
      if (outcome === 'started') await work().finally(() => markFinished(request))
      return outcome
    },
  }
}

function kindOf(priority: Priority): 'save' | 'other' | 'health' {
  if (priority === 'health') return 'health'
  return priority === 'save' || priority === 'save-result' ? 'save' : 'other'
}
