// Loaded before the server: ends its worker threads as the file WORKER_FAULT says, which may change at any time. 'task': as soon as
// one is given a task, from outside. 'heap': as it starts, because it needs more memory than it may have. Each end is announced on stderr. Knows no
// pool by name: only the watchdog, whose script is text, is left alone.
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'

const readFault = () => readFileSync(process.env.WORKER_FAULT ?? '', 'utf8')
/** @type {Set<workers.Worker>} */
const running = new Set()

if (workers.isMainThread) {
  class MortalWorker extends workers.Worker {
    /** @param {string | URL} script @param {workers.WorkerOptions} options */
    constructor(script, options) {
      const isDoomed = !options.eval && readFault() === 'heap'
      super(script, isDoomed ? { ...options, resourceLimits: { maxOldGenerationSizeMb: 8 } } : options)
      if (options.eval) return
      running.add(this)
      this.on('exit', () => {
        running.delete(this)
        if (readFault() !== '') process.stderr.write(`worker died: ${readFault()}\n`)
      })
    }
  }
  Object.assign(workers, { Worker: MortalWorker })
  syncBuiltinESMExports()

  const port = workers.MessagePort.prototype
  const { postMessage } = port
  /** @param {Parameters<typeof postMessage>} message */
  port.postMessage = function (...message) {
    postMessage.apply(this, message)
    if (readFault() === 'task') for (const worker of running) worker.terminate()
  }
}

const kept = []
if (!workers.isMainThread && readFault() === 'heap') for (;;) kept.push(Array(100_000).fill(0))
