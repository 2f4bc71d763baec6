import { Worker } from 'node:worker_threads'

/** How often the main thread says that it is alive, and how often the watchdog looks, in ms. */
const beatMs = 1000
/** So many looks without a beat mean a frozen main thread. Looks, not seconds: a machine that slept has not frozen. */
const mostMissed = 10

/**
 * Ends the process when its main thread has been busy for ten seconds without a pause: nothing else would, and systemd starts it
 * again. What was acknowledged is in the database. The watchdog is a thread of its own, in plain JavaScript, because
 * it must run while nothing else does.
 */
export function startWatchdog(): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref()
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 }
  new Worker(source, { eval: true, workerData: beats, execArgv: [], resourceLimits }).unref()
}

const source = `
const { writeSync } = require('node:fs')
const { workerData: beats } = require('node:worker_threads')
let seen = -1
let missed = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  missed = beat === seen ? missed + 1 : 0
  seen = beat
  if (missed < ${mostMissed}) return
  const line = { time: new Date().toISOString(), level: 'error', event: 'frozen', message: 'The main thread stood still for ${mostMissed} s.' }
  try { writeSync(1, JSON.stringify(line) + '\\n') } finally { process.kill(process.pid, 'SIGKILL') }
}, ${beatMs})
`
