import type { NewArticle } from '#app/game/article/article.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import type { App } from './app.ts'

/** The defaults of `addArticle`. */
export const plainArticle: NewArticle = {
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

/** Deletes all articles. */
export async function deleteArticles(app: App): Promise<void> {
  await app.db.deleteFrom('articles').execute()
  await app.markChanged(['news'])
}

/** Stores an article with defaults, and returns its id. `savedAt` in epoch ms. */
export async function addArticle(
  app: App,
  article: Partial<NewArticle> = {},
  savedAt = Date.parse('2025-05-01T08:00:00Z'),
): Promise<number> {
  const id = await insertArticle(app.db, { ...plainArticle, ...article }, savedAt)
  await app.markChanged(['news'])
  return id
}
