import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isTangled } from './article-losses.server.ts'
import type { Purified } from './article-purifier.server.ts'
import { workerScript } from './worker-script.server.ts'

/**
 * Goes up whenever the rules of the purifier change: what was stored under a lower one is sanitised when it is shown
 * (D28). Version 1 was never written by a sanitiser.
 */
export const SANITISER_VERSION = 3

export type Sanitised =
  /** Safe to show as it is; embeds stand in it as empty elements (game/article-content). At most 20 lines of losses. */
  | ({ ok: true } & Purified)
  /** So deeply or so badly nested that reading it takes too long. */
  | { ok: false; problem: 'ARTICLE_CONTENT_TANGLED' }

const patienceMs = 10_000
const idleMs = 60_000

let thread: Promise<Worker> | undefined
let rest: NodeJS.Timeout | undefined
let latest: Promise<unknown> = Promise.resolve()

/**
 * Makes an editor's HTML safe (D28), one at a time and in a thread beside the server: nothing that can be written in
 * 80 kB may keep everybody else waiting. What takes longer than ten seconds is refused as tangled.
 */
export async function sanitiseArticle(html: string): Promise<Sanitised> {
  if (isTangled(html)) return tangled
  const own = latest.then(() => askThread(html))
  latest = own.catch(() => undefined)
  return own
}

const tangled: Sanitised = { ok: false, problem: 'ARTICLE_CONTENT_TANGLED' }

async function askThread(html: string): Promise<Sanitised> {
  clearTimeout(rest)
  thread ??= startThread()
  const worker = await thread
  worker.ref()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    const answer: Promise<Purified[]> = once(worker, 'message', { signal: patience.signal })
    worker.postMessage(html)
    const [purified] = await answer
    if (!purified) return tangled
    worker.unref()
    rest = setTimeout(stopThread, idleMs).unref()
    return { ok: true, ...purified }
  } catch {
    await stopThread()
    return tangled
  } finally {
    clearTimeout(timer)
  }
}

/** Loading the sanitiser takes half a second and 90 MB: only who writes pays for it, and only for a while. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(workerScript('article-worker'), {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  await once(worker, 'message').catch((error: unknown) => {
    thread = undefined
    throw error
  })
  return worker
}

async function stopThread(): Promise<void> {
  const stopping = thread
  thread = undefined
  await (await stopping)?.terminate()
}
