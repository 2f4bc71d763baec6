/** Shown as Eurovision, Game and General (spec section 3). */
export type ArticleCategory = 'COMPETITION' | 'FANTASY_GAME' | 'OTHER'

/** The words of a category (spec section 3). */
export const categoryLabels: Readonly<Record<ArticleCategory, string>> = {
  COMPETITION: 'Eurovision',
  FANTASY_GAME: 'Game',
  OTHER: 'General',
}

/** What a news card shows. */
export interface ArticleCard {
  id: number
  title: string
  slug: string
  summary: string
  imageUrl: string | null
  /** Its flag art stands in for an image (D33). Upper-case ISO code. */
  countryCode: string | null
  /** A calendar day in the game's time zone, 'YYYY-MM-DD': the article is public from its beginning. */
  publishDate: string
  category: ArticleCategory
}

export interface Article extends ArticleCard {
  contentHtml: string
  /** Which sanitiser `contentHtml` went through when it was saved (D28). */
  sanitiserVersion: number
  imageCredit: string | null
  /** When it was last saved, in epoch ms. */
  updatedAt: number
}

/** Where an article lives: /news/{id}-{slug} (D32). */
export function articleHref({ id, slug }: Pick<Article, 'id' | 'slug'>): string {
  return `/news/${id}-${slug}`
}

/** The day an article was last new to its readers, 'YYYY-MM-DD': one written ahead is new on the day it appears. */
export function lastChangeOf({ publishDate, updatedAt }: Pick<Article, 'publishDate' | 'updatedAt'>): string {
  const savedOn = new Date(updatedAt).toISOString().slice(0, 10)
  return savedOn > publishDate ? savedOn : publishDate
}

export type NewArticle = Omit<Article, 'id' | 'updatedAt'>
