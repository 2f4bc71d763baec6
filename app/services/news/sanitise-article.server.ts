import { runExtra } from '#app/services/workers/worker-thread.server.ts'
import type { PurifiedHtml } from './purify-html.server.ts'
import { isTooComplex } from './removed-content.server.ts'

/**
 * Increases whenever the rules of the sanitiser change: HTML of a lower version is sanitised when it is shown (D28).
 * Version 1 is unsanitised HTML.
 */
export const SANITISER_VERSION = 3

type SanitiseResult =
  /** Embeds are empty elements in it (game/article-content). */
  | ({ ok: true } & PurifiedHtml)
  /** Nested so deeply or so badly that parsing takes too long. */
  | { ok: false; problem: 'ARTICLE_CONTENT_TANGLED' }

const task = { entry: 'news/sanitise-worker', timeoutMs: 10_000 }

/**
 * Sanitises an editor's HTML (D28), one at a time and in a worker thread, so that crafted HTML delays no request. What
 * takes longer than ten seconds is refused.
 */
export async function sanitiseArticle(html: string): Promise<SanitiseResult> {
  if (isTooComplex(html)) return tooComplex
  try {
    return { ok: true, ...(await runExtra<PurifiedHtml>({ ...task, input: html })) }
  } catch (error) {
    if (isCausedByHtml(error)) return tooComplex
    throw error
  }
}

const tooComplex: SanitiseResult = { ok: false, problem: 'ARTICLE_CONTENT_TANGLED' }

/** Whether sanitising took too much time, memory or stack. Every other error is a bug, such as code that does not load. */
function isCausedByHtml(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory || error.name === 'AbortError' || error.name === 'RangeError'
}
