/** Shown as Eurovision, Game and General (spec section 3). */
export type ArticleCategory = 'COMPETITION' | 'FANTASY_GAME' | 'OTHER'

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
}

export type NewArticle = Omit<Article, 'id'>
