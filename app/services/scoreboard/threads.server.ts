import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerScript } from '#app/services/worker-script.server.ts'
import type { Task } from './tasks.server.ts'

/** Where a thread finds the database; null for one in memory, which no other thread can open. */
export interface ThreadSettings {
  file: string | null
  isDemo: boolean
}

/** A task for the thread: it opens the database for it, and closes it. */
export interface ThreadTask {
  file: string
  isDemo: boolean
  task: Task
}

/** What the thread answers. SQLite's own errors lose their words on the way between threads, so they go as text. */
export type ThreadAnswer<Outcome> = { ok: true; outcome: Outcome } | { ok: false; reason: string }

/** A thread that has not answered by then is ended, in ms. */
const longestMs = 120_000
/** A publication needs it twice within a second, and then not for hours. */
const idleMs = 10_000
/** A thread holds some ten thousand rows at a time beside the shared arrays, in megabytes. */
const heapMb = 256

let thread: Worker | undefined
let rest: NodeJS.Timeout | undefined
let latest: Promise<unknown> = Promise.resolve()

/**
 * Does a task in a thread, one after another: each may take the whole heap. Throws when it fails, or when the thread ends or
 * takes too long.
 */
export function runInThread<Outcome>(task: ThreadTask): Promise<Outcome> {
  const own = latest.then(() => askThread<Outcome>(task))
  latest = own.catch(() => undefined)
  return own
}

async function askThread<Outcome>(task: ThreadTask): Promise<Outcome> {
  clearTimeout(rest)
  const answer = await ask<Outcome>(task).catch((error: unknown) => {
    stopThread()
    throw error
  })
  thread?.unref()
  // Reading a season leaves some 60 MB behind, and it is read once after each deadline.
  if (task.task.kind === 'read') stopThread()
  else rest = setTimeout(stopThread, idleMs).unref()
  if (!answer.ok) throw new Error(answer.reason)
  return answer.outcome
}

async function ask<Outcome>(task: ThreadTask): Promise<ThreadAnswer<Outcome>> {
  thread ??= startThread()
  const own = thread
  own.ref()
  const end = new AbortController()
  const stop = () => end.abort()
  const timer = setTimeout(stop, longestMs)
  own.once('exit', stop)
  own.postMessage(task)
  try {
    const [answer] = await once(own, 'message', { signal: end.signal })
    return answer
  } finally {
    clearTimeout(timer)
    own.off('exit', stop)
  }
}

/** A thread that ends by itself, at work or not, gives way to another one. */
function startThread(): Worker {
  const worker = new Worker(workerScript('scoreboard/worker'), {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const forget = () => {
    if (thread === worker) thread = undefined
  }
  return worker.on('error', forget).on('exit', forget)
}

function stopThread(): void {
  void thread?.terminate()
  thread = undefined
}
