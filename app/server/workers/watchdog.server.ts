import { Worker } from 'node:worker_threads'

/** The interval of heartbeats, and of the watchdog's checks, in ms. */
const heartbeatMs = 1000
/**
 * After this many checks without a heartbeat the main thread is frozen. Checks, not seconds, because a machine may have
 * been suspended.
 */
const maxMissedHeartbeats = 10

/**
 * Kills the process when its main thread has been blocked for ten seconds; systemd starts it again. Everything that was
 * acknowledged is in the database. The watchdog is a thread of its own, so that it runs while the main thread is blocked,
 * and plain JavaScript, because its script is evaluated as text.
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
