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
  const purified = isTooComplex(html) ? null : await sanitise<PurifiedHtml>(html).catch(() => null)
  return purified ? { ok: true, ...purified } : { ok: false, problem: 'ARTICLE_CONTENT_TANGLED' }
}
