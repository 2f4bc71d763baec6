import type { ArticleDraft } from '#app/game/article/article.ts'

/** A typed article that was not saved because the session ended or the article was deleted (D16). */
export interface UnsavedArticle {
  errorType: 'SESSION_ENDED' | 'ARTICLE_GONE'
  id: number | null
  page: number
  seenAt: number | null
  once: string
  proof: string
  draft: ArticleDraft
}

/** Reads a caught error: the unsaved article, or null for every other error. */
export function parseUnsavedArticle(data: unknown): UnsavedArticle | null {
  return isUnsavedArticle(data) ? data : null
}

function isUnsavedArticle(data: unknown): data is UnsavedArticle {
  if (typeof data !== 'object' || data === null || !('errorType' in data) || !('draft' in data)) return false
  return data.errorType === 'SESSION_ENDED' || data.errorType === 'ARTICLE_GONE'
}
