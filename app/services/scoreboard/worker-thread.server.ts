import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerEntryScript } from '#app/services/workers/worker-script.server.ts'
import type { Task } from './tasks.server.ts'

/** Where a thread finds the database; null for one in memory, which no other thread can open. */
export interface WorkerSettings {
  file: string | null
  isDemo: boolean
}

/** A task for the thread: it opens the database for it, and closes it. */
export interface WorkerRequest {
  file: string
  isDemo: boolean
  task: Task
}

/** What the thread answers. SQLite's own errors lose their words on the way between threads, so they go as text. */
export type WorkerResponse<Outcome> = { ok: true; outcome: Outcome } | { ok: false; reason: string }

/** A thread that has not answered by then is ended, in ms. */
const timeoutMs = 120_000
/** A publication needs it twice within a second, and then not for hours. */
const idleMs = 10_000
/** A thread holds some ten thousand rows at a time beside the shared arrays, in megabytes. */
const maxHeapMb = 256

let activeWorker: Worker | undefined
let idleTimer: NodeJS.Timeout | undefined
let lastJob: Promise<unknown> = Promise.resolve()

/**
 * Does a task in a thread, one after another: each may take the whole heap. Throws when it fails, or when the thread ends or
 * takes too long.
 */
export function runInWorker<Outcome>(task: WorkerRequest): Promise<Outcome> {
  const job = lastJob.then(() => runOnWorker<Outcome>(task))
  lastJob = job.catch(() => undefined)
  return job
}

async function runOnWorker<Outcome>(task: WorkerRequest): Promise<Outcome> {
  clearTimeout(idleTimer)
  const answer = await requestWorker<Outcome>(task).catch((error: unknown) => {
    stopWorker()
    throw error
  })
  activeWorker?.unref()
  // Reading a season leaves some 60 MB behind, and it is read once after each deadline.
  if (task.task.kind === 'read') stopWorker()
  else idleTimer = setTimeout(stopWorker, idleMs).unref()
  if (!answer.ok) throw new Error(answer.reason)
  return answer.outcome
}

async function requestWorker<Outcome>(task: WorkerRequest): Promise<WorkerResponse<Outcome>> {
  activeWorker ??= startWorker()
  const job = activeWorker
  job.ref()
  const end = new AbortController()
  const stop = () => end.abort()
  const timer = setTimeout(stop, timeoutMs)
  job.once('exit', stop)
  job.postMessage(task)
  try {
    const [answer] = await once(job, 'message', { signal: end.signal })
    return answer
  } finally {
    clearTimeout(timer)
    job.off('exit', stop)
  }
}

/** A thread that ends by itself, at work or not, gives way to another one. */
function startWorker(): Worker {
  const worker = new Worker(workerEntryScript('scoreboard/worker'), {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const forget = () => {
    if (activeWorker === worker) activeWorker = undefined
  }
  return worker.on('error', forget).on('exit', forget)
}

function stopWorker(): void {
  void activeWorker?.terminate()
  activeWorker = undefined
}
