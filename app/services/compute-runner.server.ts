import { Worker } from 'node:worker_threads'
import { systemClock } from '#db/clock.server.ts'
import { failComputation, findQueuedComputation, touchComputation } from '#db/computations.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { longTurns, sharedTurns } from '#db/turns.server.ts'
import { workerScript } from './worker-script.server.ts'

/** Which database is computed on, and whether its clock is the demo's. */
interface ComputerData {
  file: string
  isDemo: boolean
}

/** What the computing thread is told: the same, and where turns at writing are kept. */
export interface ThreadData extends ComputerData {
  turns: SharedArrayBuffer
}

/** How often a busy thread is kept alive: a third of the lease. */
const pulseMs = 10_000

/** One computing thread per database file in this process, and whether it was woken again since it started. */
const computers = new Map<string, { isWokenAgain: boolean; ended: Promise<void> }>()

/**
 * Starts the computing thread for queued work, unless it runs already: then it looks again before it rests.
 * It never keeps the process alive, and never throws: what goes wrong stands in the computation's row.
 */
export function wakeComputer(data: ComputerData): void {
  const awake = computers.get(data.file)
  if (awake) {
    awake.isWokenAgain = true
    return
  }
  const ended = runThread(data).then((hasCrashed) => {
    const isWokenAgain = computers.get(data.file)?.isWokenAgain
    computers.delete(data.file)
    if (isWokenAgain || hasCrashed) wakeComputer(data)
  })
  computers.set(data.file, { isWokenAgain: false, ended })
}

/** Fulfilled when no computing thread of this process runs. */
export async function computerIdle(): Promise<void> {
  while (computers.size > 0) await Promise.all([...computers.values()].map((computer) => computer.ended))
}

/**
 * Makes the thread one of those that get what others leave of the processor (nice 5), before it loads anything: Linux counts
 * each thread by itself. Elsewhere there is no such link, and it stays as it is.
 */
const stepBack = `try {
  const [, , thread] = require('node:fs').readlinkSync('/proc/thread-self').split('/')
  require('node:os').setPriority(Number(thread), 5)
} catch {}`

const source = `${stepBack}\n${workerScript('compute-worker')}`

/** Of its own: a million teams need more than the main thread does. */
const resourceLimits = { maxOldGenerationSizeMb: 2048 }

/** Says whether the thread crashed in a computation, so that what is queued behind it needs another. */
function runThread(data: ComputerData): Promise<boolean> {
  return new Promise((resolve) => {
    const turns = sharedTurns(data.file)
    const workerData: ThreadData = { ...data, turns }
    const thread = new Worker(source, { eval: true, workerData, execArgv: [], resourceLimits })
    let claimed = 0
    let reason = 'The computing thread stopped.'
    const pulse = setInterval(() => keepAlive(data, claimed), pulseMs).unref()
    thread.on('message', (id: number) => {
      claimed = id
    })
    thread.on('error', (error: unknown) => {
      reason = `The computing thread failed: ${error instanceof Error ? error.message : String(error)}`
    })
    thread.on('exit', (code) => {
      clearInterval(pulse)
      // It may have died in its turn.
      longTurns(turns).give()
      resolve(code !== 0 && noteCrash(data, claimed, reason))
    })
    thread.unref()
  })
}

/** The thread gives no sign of life while it sorts or reads its snapshot: this process gives it, as long as it lives. */
async function keepAlive(data: ComputerData, id: number): Promise<void> {
  await withDatabase(data, async (db, now) => touchComputation(db, { id, now }))
}

/**
 * Marks the run of a crashed thread as failed. When it had none, what is queued fails, so that a thread that
 * cannot start is not started for ever. Returns whether anything was marked.
 */
async function noteCrash(data: ComputerData, claimed: number, problem: string): Promise<boolean> {
  const isNoted = await withDatabase(data, async (db, now) => {
    const fail = async (id = 0) => failComputation(db, { id, now, problem })
    return (await fail(claimed)) || (await fail((await findQueuedComputation(db))?.id))
  })
  return isNoted ?? false
}

/** A short visit to the database. Without a usable one nothing can be noted: that is told to the log alone. */
async function withDatabase<Result>(
  { file }: ComputerData,
  visit: (db: Db, now: number) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const db = openDatabase(file)
    return await visit(db, await systemClock(db)).finally(() => db.destroy())
  } catch (error) {
    console.error('The computing thread could not be noted:', error)
  }
}
