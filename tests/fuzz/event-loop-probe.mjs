// Loaded before the server: measures the longest time between two turns of its event loop, in ms. A byte on the socket
// TURN_DELAY_SOCKET returns and resets it. The histogram of perf_hooks does not work here: after a reset it misses the time
// before its next turn.
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const everyMs = 1
let last = performance.now()
let longest = 0

function measure() {
  const now = performance.now()
  longest = Math.max(longest, now - last - everyMs)
  last = now
}

if (isMainThread) {
  setInterval(measure, everyMs).unref()
  createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      measure()
      socket.write(`${longest}\n`)
      longest = 0
    })
  })
    .listen(process.env.TURN_DELAY_SOCKET)
    .unref()
}
