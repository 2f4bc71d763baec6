import { existsSync, readlinkSync, writeFileSync } from 'node:fs'
import { isMainThread, MessagePort } from 'node:worker_threads'

/**
 * Loaded into a server by the tests of its worker threads. In the folder THREADS_FOLDER each thread notes its number in the system
 * when it starts. While there is a file 'hold' a thread that has worked out a what-if does not answer, and notes that in 'held'; while there is a file
 * 'end', one that has computed a scoreboard ends instead.
 */
const folder = process.env.THREADS_FOLDER
const notes = new Int32Array(new SharedArrayBuffer(4))

if (!isMainThread && folder) {
  const [, number] = readlinkSync('/proc/thread-self').split('/task/')
  writeFileSync(`${folder}/thread-${number}`, '')
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (message, ...more) {
    const result = message?.result ?? {}
    if ('scores' in result && existsSync(`${folder}/hold`)) {
      writeFileSync(`${folder}/held`, '')
      while (existsSync(`${folder}/hold`)) Atomics.wait(notes, 0, 0, 20)
    }
    if ('order' in result && 'rounds' in result && existsSync(`${folder}/end`)) process.exit(1)
    return postMessage.call(this, message, ...more)
  }
}
