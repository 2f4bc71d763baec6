import type { Article } from '#app/game/article/article.ts'
import type { Db } from '#db/schema.server.ts'

/** The part of an article that the feed contains. */
export type FeedArticle = Pick<
  Article,
  'id' | 'title' | 'slug' | 'summary' | 'publishDate' | 'category' | 'updatedAt'
>

/** The newest articles published by `today` ('YYYY-MM-DD'), for the feed. */
export async function listFeedArticles(
  db: Db,
  { today, limit }: { today: string; limit: number },
): Promise<FeedArticle[]> {
  return selectPublished(db, today)
    .select(['id', 'title', 'slug', 'summary', 'category'])
    .select(['publish_date as publishDate', 'updated_at as updatedAt'])
    .limit(limit)
    .execute()
}

/** Ids and modification times of the articles published by `today`, newest first, for the sitemap. */
export async function listSitemapArticles(
  db: Db,
  { today, limit }: { today: string; limit: number },
): Promise<Pick<Article, 'id' | 'slug' | 'publishDate' | 'updatedAt'>[]> {
  return selectPublished(db, today)
    .select(['id', 'slug', 'publish_date as publishDate', 'updated_at as updatedAt'])
    .limit(limit)
    .execute()
}

function selectPublished(db: Db, today: string) {
  return db
    .selectFrom('articles')
    .where('publish_date', '<=', today)
    .orderBy('publish_date', 'desc')
    .orderBy('id', 'desc')
}
