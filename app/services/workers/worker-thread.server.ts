import { resolve } from 'node:path'
import { Piscina } from 'piscina'

/** A thread without a task stays so long: the next task need not load the code again. */
const idleMs = 10_000
/** For each thread, beside the heap of the main one; arrays of numbers are outside of it. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 }
/** How much a thread stands back behind requests: 0 to 19, as of nice(1). Tests use all cores, and load it from sources. */
const niceIncrement = import.meta.env?.PROD ? 10 : 0

interface WorkerTask {
  /** The module in app/services without its ending; its default export does the task (vite.server.config.ts builds it). */
  entry: string
  input: unknown
  /** A task that takes longer is ended with its thread. Its wait for others does not count. */
  timeoutMs: number
  /** Runs before waiting tasks that are not urgent. */
  isUrgent?: boolean
}

/**
 * A worker thread for tasks that would delay requests: one task after another, because each may use the whole heap. The
 * thread starts with the first task, and anew after one that it did not survive. Rejects when a task fails, takes too long or
 * ends its thread.
 */
export function createWorkerThread() {
  const waiting: { isUrgent: boolean; run: () => Promise<void> }[] = []
  let pool: Piscina | undefined
  let isBusy = false
  /** Rejects the running task: Piscina rejects one whose thread dies at work, but not one whose thread dies while it starts. */
  let running = new AbortController()
  /** The task of the thread that ended last. A thread may run out of memory after it has been ended, while the next task runs. */
  let ended = running

  async function runWaiting(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next = takeNext(); next; next = takeNext()) await next.run()
    isBusy = false
  }

  function takeNext() {
    const urgent = waiting.findIndex((task) => task.isUrgent)
    return waiting.splice(Math.max(urgent, 0), 1)[0]
  }

  return <Result>({ entry, input, timeoutMs, isUrgent = false }: WorkerTask): Promise<Result> =>
    new Promise((resolve, reject) => {
      const run = () => {
        pool ??= openPool()
          .on('error', (error) => ended.abort(error))
          .on('workerDestroy', () => {
            ended = running
            setImmediate((task) => task.abort(), ended)
          })
        const task = new AbortController()
        running = task
        // Not AbortSignal.timeout within AbortSignal.any: garbage collection takes such a limit away (nodejs/node#57736).
        const limit = setTimeout(() => task.abort(), timeoutMs)
        return pool
          .run(input, { filename: findFile(entry), signal: task.signal })
          .then(resolve, reject)
          .finally(() => clearTimeout(limit))
      }
      waiting.push({ isUrgent, run })
      void runWaiting()
    })
}

/** Publishes and ranks: what a press waits for is urgent in it, and all else takes fractions of a second. */
export const runScores = createWorkerThread()
/** Does what takes seconds, or what nobody has published: no press waits for it. */
export const runExtra = createWorkerThread()

function openPool(): Piscina {
  return new Piscina({
    minThreads: 0,
    maxThreads: 1,
    niceIncrement,
    idleTimeout: idleMs,
    atomics: 'disabled',
    resourceLimits,
    // Node 20 needs tsx for TypeScript.
    execArgv: import.meta.env?.PROD ? [] : ['--import', 'tsx'],
  })
}

/** The built module in production; its source in tests and scripts. */
function findFile(entry: string): string {
  return import.meta.env?.PROD ? resolve('build/node', `${entry}.js`) : resolve('app/services', `${entry}.ts`)
}
