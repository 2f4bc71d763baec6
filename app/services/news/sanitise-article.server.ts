import { createWorkerPool } from '#app/services/workers/worker-pool.server.ts'
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

/** Loading the sanitiser takes half a second and 90 MB: for editors only, and only for a while. */
const sanitise = createWorkerPool<string>({
  entry: 'news/sanitise-worker',
  timeoutMs: 10_000,
  idleMs: 60_000,
  maxHeapMb: 512,
})

/**
 * Makes an editor's HTML safe (D28), one at a time and in a thread beside the server: nothing that can be written in
 * 80 kB may keep everybody else waiting. What takes longer than ten seconds is refused as tangled.
 */
export async function sanitiseArticle(html: string): Promise<SanitiseResult> {
  if (isTooComplex(html)) return tangled
  try {
    return { ok: true, ...(await sanitise<PurifiedHtml>(html)) }
  } catch (error) {
    if (isCausedByHtml(error)) return tangled
    throw error
  }
}

const tangled: SanitiseResult = { ok: false, problem: 'ARTICLE_CONTENT_TANGLED' }

/** It took too long, too much memory or too deep a stack. Everything else is a bug, above all code that does not load. */
function isCausedByHtml(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory || error.name === 'AbortError' || error.name === 'RangeError'
}
