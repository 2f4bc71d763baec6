import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#db/open.server.ts'
import { longTurns } from '#db/turns.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/** A thread that writes one short transaction after another and never rests, until it is told to stop. */
const { file, turns, counts }: { file: string; turns: SharedArrayBuffer; counts: SharedArrayBuffer } =
  workerData
const [batches, hasToStop] = [new Int32Array(counts, 0, 1), new Int32Array(counts, 4, 1)]
const db = openDatabase(file, { turns: longTurns(turns) })

while (Atomics.load(hasToStop, 0) === 0) {
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 20; n += 1) await bumpVersion(tx, 'ranking')
  })
  Atomics.add(batches, 0, 1)
}
await db.destroy()
parentPort?.close()
