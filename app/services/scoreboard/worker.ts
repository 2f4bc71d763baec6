import { parentPort, workerData } from 'node:worker_threads'
import { demoClock, systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/open.server.ts'
import { runTask, type Task } from './tasks.server.ts'

/** The entry of a thread that does one task on a connection of its own, answers, and ends (worker-script.server.ts). */
const { file, isDemo, task }: { file: string; isDemo: boolean; task: Task } = workerData

const db = openDatabase(file)
try {
  parentPort?.postMessage(await runTask(db, isDemo ? demoClock : systemClock, task))
} catch (error) {
  // SQLite's own errors lose their words on the way to the other thread; plain ones keep them.
  throw new Error(error instanceof Error ? error.message : String(error))
} finally {
  await db.destroy()
}
