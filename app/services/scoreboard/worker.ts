import { move, transferableSymbol, valueSymbol } from 'piscina'
import { demoClock, systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { runTask, type Task } from './tasks.server.ts'

/** A task with what its thread opens the database by. */
export interface WorkerTask {
  file: string
  isDemo: boolean
  task: Task
}

/** The entry of the scoreboard's worker thread: does a task on a connection of its own. */
export default async function runWorkerTask({ file, isDemo, task }: WorkerTask): Promise<unknown> {
  try {
    const db = openDatabase(file)
    const outcome: object = await runTask(db, isDemo ? demoClock : systemClock, task).finally(() =>
      db.destroy(),
    )
    return move({ [valueSymbol]: outcome, [transferableSymbol]: [...new Set(listTransferables(outcome))] })
  } catch (error) {
    // SQLite's own errors lose their message between threads.
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

/** The memory of an outcome that is not shared: it is transferred, not copied. */
function listTransferables(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTransferables) : []
}
