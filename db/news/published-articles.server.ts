import type { Article } from '#app/game/article/article.ts'
import type { Db } from '#db/schema.server.ts'

/** What a feed tells of an article. */
export type FeedArticle = Pick<
  Article,
  'id' | 'title' | 'slug' | 'summary' | 'publishDate' | 'category' | 'updatedAt'
>

/** The newest articles published on or before `today` ('YYYY-MM-DD'), for the feed. */
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

/** Where the articles published on or before `today` live and when they changed, newest first, for the sitemap. */
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
