import { runComputation } from '#app/services/compute.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/open.server.ts'

/** A process that begins a computation, says so, and hangs in its midst until it is killed. */
const [file = '', id, batches] = process.argv.slice(2)
let left = Number(batches)

await runComputation(openDatabase(file), {
  id: Number(id),
  clock: systemClock,
  pause: async () => {
    left -= 1
    if (left > 0) return
    console.log('stuck')
    await new Promise(() => setInterval(() => {}, 1000))
  },
})
