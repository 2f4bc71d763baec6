import { parentPort } from 'node:worker_threads'
import { demoClock, systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { runTask } from './tasks.server.ts'
import type { WorkerRequest, WorkerResponse } from './worker-thread.server.ts'

/** The entry of the thread that does one task after another, each on a connection of its own (worker-thread.server.ts). */
parentPort?.on('message', async (task: WorkerRequest) => {
  const answer = await handleRequest(task)
  parentPort?.postMessage(answer, [...new Set(listTransferables(answer))])
})

async function handleRequest({ file, isDemo, task }: WorkerRequest): Promise<WorkerResponse<unknown>> {
  try {
    const db = openDatabase(file)
    const outcome = await runTask(db, isDemo ? demoClock : systemClock, task).finally(() => db.destroy())
    return { ok: true, outcome }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The memory of an answer that is not shared: it is handed over, not copied. */
function listTransferables(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTransferables) : []
}
