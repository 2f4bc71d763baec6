import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describeError, logLine } from './log.server.ts'
import type { Packed, Wanted } from './packed.server.ts'

/** A page that a thread is asked for. */
export interface DrawingOrder {
  /** The request's, for the log. */
  id: string
  url: string
  headers: [name: string, value: string][]
  wanted: Wanted
}

/** What is sent to a thread: an order under its number, or that no more will come. */
export type ToDrawer = { number: number; order: DrawingOrder } | 'enough'

/** What comes back: that it is there, and then each page under its number; nothing in the place of one that failed. */
export type FromDrawer = { number: number; packed: Packed | undefined } | 'ready'

interface Drawing {
  count: number
  /** The server's build. */
  file: string
  /** What the threads remember together with this one (db/shared-memory.server.ts). */
  shared: object
}

interface Drawer {
  thread: Worker
  isReady: boolean
  /** Who waits for what was ordered, by its number. */
  waiting: Map<number, (packed: Packed | undefined) => void>
}

/** Of one thread. One is drawn, and the next is at hand: more would wait where nobody more urgent can pass them. */
const mostOrders = 2
const restMs = 5_000
/** How long a thread may take to let go of the database. */
const goodbyeMs = 2_000

/**
 * Threads that draw pages beside the one that takes requests (docs/decisions/0011-drawing-threads.md). One that ends is
 * started again.
 */
export function openDrawers({ count, file, shared }: Drawing) {
  const drawers = new Set<Drawer>()
  let orders = 0
  let isClosing = false
  for (let each = 0; each < count; each += 1) start()

  function start(): void {
    const drawer: Drawer = { thread: startThread(file, shared), isReady: false, waiting: new Map() }
    drawers.add(drawer)
    drawer.thread.on('message', (message: FromDrawer) => {
      if (message === 'ready') drawer.isReady = true
      else settle(drawer, message.number, message.packed)
    })
    drawer.thread.on('error', (error) => logLine('error', 'drawing-thread', describeError(error)))
    drawer.thread.on('exit', () => end(drawer))
    drawer.thread.unref()
  }

  function settle({ waiting }: Drawer, number: number, packed: Packed | undefined): void {
    waiting.get(number)?.(packed)
    waiting.delete(number)
  }

  /** What it was asked for is drawn by whoever asked. */
  function end(drawer: Drawer): void {
    drawers.delete(drawer)
    for (const number of drawer.waiting.keys()) settle(drawer, number, undefined)
    if (!isClosing) setTimeout(start, restMs).unref()
  }

  const ready = () => [...drawers].filter(({ isReady }) => isReady)

  return {
    /** How many pages can be under way at once; 0 without threads, or before they are there. */
    places: () => ready().length * mostOrders,

    /** The page, or undefined when it could not be drawn there: reading changes nothing, so it can be drawn again here. */
    async draw(order: DrawingOrder): Promise<Packed | undefined> {
      const [least] = ready().sort((one, other) => one.waiting.size - other.waiting.size)
      if (!least) return undefined
      orders += 1
      const number = orders
      least.thread.postMessage({ number, order } satisfies ToDrawer)
      return new Promise((resolve) => least.waiting.set(number, resolve))
    },

    async close(): Promise<void> {
      isClosing = true
      await Promise.all([...drawers].map(({ thread }) => sayGoodbye(thread)))
    },
  }
}

/** Node 20 starts a thread from a script alone; the build is a module. It needs nothing of what this process was started with. */
function startThread(file: string, workerData: object): Worker {
  const source = `import(${JSON.stringify(file)}).then((build) => build.entry.module.house.drawForOthers(build))`
  return new Worker(source, { eval: true, workerData, execArgv: [] })
}

async function sayGoodbye(thread: Worker): Promise<void> {
  thread.ref()
  thread.postMessage('enough' satisfies ToDrawer)
  const timer = setTimeout(() => void thread.terminate(), goodbyeMs)
  await once(thread, 'exit')
  clearTimeout(timer)
}
