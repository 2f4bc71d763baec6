import { parentPort, workerData } from 'node:worker_threads'
import { demoClock, systemClock } from '#db/clock.server.ts'
import { tuneForComputing } from '#db/computing.server.ts'
import { openDatabase } from '#db/open.server.ts'
import { longTurns } from '#db/turns.server.ts'
import { runQueue } from './compute.server.ts'
import type { ThreadData } from './compute-runner.server.ts'

/**
 * The entry of the computing thread: runs what is queued on its own connection, then ends (worker-script.server.ts).
 */
const { file, isDemo, turns }: ThreadData = workerData

const db = openDatabase(file, { turns: longTurns(turns) })
try {
  await tuneForComputing(db)
  const onClaim = (id: number) => parentPort?.postMessage(id)
  await runQueue(db, { clock: isDemo ? demoClock : systemClock, onClaim })
} catch (error) {
  // SQLite's own errors lose their words on the way to the other thread; plain ones keep them.
  throw new Error(error instanceof Error ? error.message : String(error))
} finally {
  await db.destroy()
}
