import { Worker } from 'node:worker_threads'

/** How often the main thread says that it is alive, and how often the watchdog looks, in ms. */
const heartbeatMs = 1000
/** So many looks without a beat mean a frozen main thread. Looks, not seconds: a machine that slept has not frozen. */
const maxMissedHeartbeats = 10

/**
 * Ends the process when its main thread has been busy for ten seconds without a pause: nothing else would, and systemd starts it
 * again. What was acknowledged is in the database. The watchdog is a thread of its own, in plain JavaScript, because
 * it must run while nothing else does.
 */
export function startWatchdog(): void {
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(heartbeats, 0, 1), heartbeatMs).unref()
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 }
  new Worker(watchdogScript, { eval: true, workerData: heartbeats, execArgv: [], resourceLimits }).unref()
}

const watchdogScript = `
const { writeSync } = require('node:fs')
const { workerData: beats } = require('node:worker_threads')
let seen = -1
let missed = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  missed = beat === seen ? missed + 1 : 0
  seen = beat
  if (missed < ${maxMissedHeartbeats}) return
  const line = { time: new Date().toISOString(), level: 'error', event: 'frozen', message: 'The main thread stood still for ${maxMissedHeartbeats} s.' }
  try { writeSync(1, JSON.stringify(line) + '\\n') } finally { process.kill(process.pid, 'SIGKILL') }
}, ${heartbeatMs})
`
