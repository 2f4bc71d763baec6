import type { ArticleCard } from '#app/game/article.ts'

/** A row of the news desk. */
export type DeskArticle = Pick<ArticleCard, 'id' | 'title' | 'slug' | 'category' | 'publishDate'> & {
  /** Its day has not come: only admins see it (product.md section D). */
  isScheduled: boolean
}

export interface DeskView {
  totals: { teams: number; leagues: number }
  /** Null when the list could not be read: the page stands without it. */
  articles: readonly DeskArticle[] | null
  page: number
  pageCount: number
  /** The article that the open question is about. */
  asked: { id: number; title: string } | null
  /** The question was about an article that is gone. */
  isGone: boolean
  /** Tells the frame that a dialog is drawn open. */
  hasDialog: boolean
}
