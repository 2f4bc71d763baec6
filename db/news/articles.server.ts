import type { Article, ArticleCard, NewArticle } from '#app/game/article/article.ts'
import type { Db } from '#db/schema.server.ts'

const cardColumns = [
  'id',
  'title',
  'slug',
  'summary',
  'image_url as imageUrl',
  'country_code as countryCode',
  'publish_date as publishDate',
  'category',
] as const

const columns = [
  ...cardColumns,
  'content_html as contentHtml',
  'sanitiser_version as sanitiserVersion',
  'image_credit as imageCredit',
  'updated_at as updatedAt',
] as const

/** A `today` that includes every article, scheduled ones too. */
export const maxPublishDate = '9999-12-31'

interface Page {
  /** 'YYYY-MM-DD': articles with a later date are left out. */
  today: string
  offset?: number
  limit: number
}

/** Articles published by `today`, newest first. */
export async function listArticles(db: Db, page: Page): Promise<ArticleCard[]> {
  return selectPublished(db, page).select(cardColumns).execute()
}

/** The same with their content, for the API. */
export async function listFullArticles(db: Db, page: Page): Promise<Article[]> {
  return selectPublished(db, page).select(columns).execute()
}

/** The part of an article that the feed contains. */
export type FeedArticle = Awaited<ReturnType<typeof listFeedArticles>>[number]

export async function listFeedArticles(db: Db, page: Page) {
  return selectPublished(db, page)
    .select(['id', 'title', 'slug', 'summary', 'category'])
    .select(['publish_date as publishDate', 'updated_at as updatedAt'])
    .execute()
}

/** Ids, slugs and dates for the sitemap. */
export async function listSitemapArticles(db: Db, page: Page) {
  return selectPublished(db, page)
    .select(['id', 'slug', 'publish_date as publishDate', 'updated_at as updatedAt'])
    .execute()
}

function selectPublished(db: Db, { today, offset = 0, limit }: Page) {
  return db
    .selectFrom('articles')
    .where('publish_date', '<=', today)
    .orderBy('publish_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
}

export async function countArticles(db: Db, today: string): Promise<number> {
  const { n } = await db
    .selectFrom('articles')
    .select((articles) => articles.fn.countAll<number>().as('n'))
    .where('publish_date', '<=', today)
    .executeTakeFirstOrThrow()
  return n
}

/** An article of any date: the caller decides whether a visitor may see a scheduled one. */
export async function findArticle(db: Db, id: number): Promise<Article | undefined> {
  return db.selectFrom('articles').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Inserts an article and returns its id. `now` in epoch ms. */
export async function insertArticle(db: Db, article: NewArticle, now: number): Promise<number> {
  const { id } = await db
    .insertInto('articles')
    .values({ ...toRow(article), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Replaces an article if its `updatedAt` is still the one that the editor saw; null skips the check. False when it
 * was deleted or changed since. `now` in epoch ms; two changes never share an instant, even when the clock is set
 * back.
 */
export async function updateArticle(
  db: Db,
  { id, seenAt, article, now }: { id: number; seenAt: number | null; article: NewArticle; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('articles')
    .set((row) => ({
      ...toRow(article),
      updated_at: row
        .case()
        .when('updated_at', '<', now)
        .then(now)
        .else(row('updated_at', '+', 1))
        .end(),
    }))
    .where('id', '=', id)
    .$if(seenAt !== null, (query) => query.where('updated_at', '=', seenAt))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes an article; false when there was none. */
export async function deleteArticle(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('articles').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

function toRow(article: NewArticle) {
  return {
    title: article.title,
    slug: article.slug,
    summary: article.summary,
    content_html: article.contentHtml,
    sanitiser_version: article.sanitiserVersion,
    image_url: article.imageUrl,
    image_credit: article.imageCredit,
    country_code: article.countryCode,
    publish_date: article.publishDate,
    category: article.category,
  }
}
