import { parentPort } from 'node:worker_threads'
import { purifyHtml } from './purify-html.server.ts'

/** The entry of the sanitising thread: HTML in, what is left of it out (worker-script.server.ts). */
parentPort?.on('message', (source: string) => parentPort?.postMessage(purifyHtml(source)))
parentPort?.postMessage('ready')
