import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerEntryScript } from '#app/services/workers/worker-script.server.ts'
import type { PurifiedHtml } from './purify-html.server.ts'
import { isTooComplex } from './removed-content.server.ts'

/**
 * Goes up whenever the rules of the purifier change: what was stored under a lower one is sanitised when it is shown
 * (D28). Version 1 was never written by a sanitiser.
 */
export const SANITISER_VERSION = 3

export type SanitiseResult =
  /** Safe to show as it is; embeds stand in it as empty elements (game/article-content). At most 20 lines of losses. */
  | ({ ok: true } & PurifiedHtml)
  /** So deeply or so badly nested that reading it takes too long. */
  | { ok: false; problem: 'ARTICLE_CONTENT_TANGLED' }

const timeoutMs = 10_000
const idleMs = 60_000

let workerPromise: Promise<Worker> | undefined
let idleTimer: NodeJS.Timeout | undefined
let lastJob: Promise<unknown> = Promise.resolve()

/**
 * Makes an editor's HTML safe (D28), one at a time and in a thread beside the server: nothing that can be written in
 * 80 kB may keep everybody else waiting. What takes longer than ten seconds is refused as tangled.
 */
export async function sanitiseArticle(html: string): Promise<SanitiseResult> {
  if (isTooComplex(html)) return tooComplex
  const job = lastJob.then(() => runOnWorker(html))
  lastJob = job.catch(() => undefined)
  return job
}

const tooComplex: SanitiseResult = { ok: false, problem: 'ARTICLE_CONTENT_TANGLED' }

async function runOnWorker(html: string): Promise<SanitiseResult> {
  clearTimeout(idleTimer)
  workerPromise ??= startWorker()
  const worker = await workerPromise
  worker.ref()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const answer: Promise<PurifiedHtml[]> = once(worker, 'message', { signal: abort.signal })
    worker.postMessage(html)
    const [purified] = await answer
    if (!purified) return tooComplex
    worker.unref()
    idleTimer = setTimeout(stopWorker, idleMs).unref()
    return { ok: true, ...purified }
  } catch {
    await stopWorker()
    return tooComplex
  } finally {
    clearTimeout(timer)
  }
}

/** Loading the sanitiser takes half a second and 90 MB: only who writes pays for it, and only for a while. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(workerEntryScript('news/sanitise-worker'), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  await once(worker, 'message').catch((error: unknown) => {
    workerPromise = undefined
    throw error
  })
  return worker
}

async function stopWorker(): Promise<void> {
  const stopping = workerPromise
  workerPromise = undefined
  await (await stopping)?.terminate()
}
