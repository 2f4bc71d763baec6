import { resolve } from 'node:path'
import { Piscina } from 'piscina'

interface WorkerPoolOptions {
  /** The module in app/services without its ending; its default export does a task (vite.server.config.ts builds it). */
  entry: string
  /** A task that takes longer is ended with its thread. */
  timeoutMs: number
  /** How long a thread without a task stays, so that the next one need not load the code again. */
  idleMs: number
  maxHeapMb: number
  /** How much its thread stands back behind requests: 0 (the default) to 19, as of nice(1). */
  niceness?: number
}

/**
 * A worker thread for tasks that would delay requests: one task after another, because each may use the whole heap. The
 * thread starts with the first task. Rejects when a task fails, takes too long or ends its thread.
 */
export function createWorkerPool<Task>({
  entry,
  timeoutMs,
  idleMs,
  maxHeapMb,
  niceness = 0,
}: WorkerPoolOptions) {
  let pool: Piscina | undefined
  let lastTask: Promise<unknown> = Promise.resolve()
  const openPool = () =>
    new Piscina({
      ...findEntry(entry),
      minThreads: 0,
      maxThreads: 1,
      niceIncrement: niceness,
      idleTimeout: idleMs,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })

  return <Result>(task: Task): Promise<Result> => {
    // The time limit begins with the task, not with its wait for others.
    const running = lastTask.then(() => {
      pool ??= openPool()
      return pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })
    })
    lastTask = running.catch(() => undefined)
    return running
  }
}

/** The built module in production; its source in tests and scripts, where Node 20 needs tsx for TypeScript. */
function findEntry(entry: string): { filename: string; execArgv: string[] } {
  return import.meta.env?.PROD
    ? { filename: resolve('build/node', `${entry}.js`), execArgv: [] }
    : { filename: resolve('app/services', `${entry}.ts`), execArgv: ['--import', 'tsx'] }
}
