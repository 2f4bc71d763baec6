// Loaded before the server: tells the longest time between two turns of its event loop since it was asked last, in ms,
// to whoever writes a byte to the socket TURN_DELAY_SOCKET. Not perf_hooks' own histogram: after each reset that one
// does not see what comes before its next turn.
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const everyMs = 1
let last = performance.now()
let longest = 0

function note() {
  const now = performance.now()
  longest = Math.max(longest, now - last - everyMs)
  last = now
}

if (isMainThread) {
  setInterval(note, everyMs).unref()
  createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      note()
      socket.write(`${longest}\n`)
      longest = 0
    })
  })
    .listen(process.env.TURN_DELAY_SOCKET)
    .unref()
}
