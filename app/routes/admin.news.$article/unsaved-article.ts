import type { ArticleDraft } from '#app/game/article/article.ts'

/** What could not be saved because nobody is signed in any more, or the article is gone: all of it is kept (D16). */
export interface UnsavedArticle {
  errorType: 'SESSION_ENDED' | 'ARTICLE_GONE'
  id: number | null
  page: number
  seenAt: number | null
  once: string
  proof: string
  draft: ArticleDraft
}

/** Reads what a boundary caught: a kept article, or null for every other error. */
export function parseUnsavedArticle(data: unknown): UnsavedArticle | null {
  return isUnsavedArticle(data) ? data : null
}

function isUnsavedArticle(data: unknown): data is UnsavedArticle {
  if (typeof data !== 'object' || data === null || !('errorType' in data) || !('draft' in data)) return false
  return data.errorType === 'SESSION_ENDED' || data.errorType === 'ARTICLE_GONE'
}
