import type { NewArticle } from '#app/game/article/article.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import type { App } from './app.ts'

const plain: NewArticle = {
  title: 'Hello',
  slug: 'hello',
  summary: 'About hello.',
  contentHtml: '<p>Text</p>',
  sanitiserVersion: 1,
  imageUrl: null,
  imageCredit: null,
  countryCode: null,
  publishDate: '2025-05-01',
  category: 'OTHER',
}

/** Stores an article with defaults, and returns its id. `savedAt` in epoch ms. */
export function addArticle(
  app: App,
  article: Partial<NewArticle> = {},
  savedAt = Date.parse('2025-05-01T08:00:00Z'),
): Promise<number> {
  return insertArticle(app.db, { ...plain, ...article }, savedAt)
}
