import { Worker } from 'node:worker_threads'
import { workerScript } from '#app/services/worker-script.server.ts'
import type { Task } from './tasks.server.ts'

/** Where a thread finds the database; null for one in memory, which no other thread can open. */
export interface ThreadSettings {
  file: string | null
  isDemo: boolean
}

/** A thread that has not answered by then is ended, in ms. */
const longestMs = 120_000
/** A thread holds some ten thousand rows at a time beside the shared arrays, in megabytes. */
const heapMb = 256

let latest: Promise<unknown> = Promise.resolve()

/**
 * Does a task in a thread of its own, one after another: each may take its whole heap. Throws when it fails, ends without an
 * answer or takes too long.
 */
export function runInThread<Outcome>(
  settings: { file: string; isDemo: boolean },
  task: Task,
): Promise<Outcome> {
  const own = latest.then(() => startThread<Outcome>(settings, task))
  latest = own.catch(() => undefined)
  return own
}

function startThread<Outcome>(settings: { file: string; isDemo: boolean }, task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerScript('scoreboard/worker'), {
      eval: true,
      workerData: { ...settings, task },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const timer = setTimeout(() => {
      reject(new Error(`The thread for '${task.kind}' took too long`))
      void worker.terminate()
    }, longestMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`The thread for '${task.kind}' ended without an answer`))
    })
  })
}
