import type { ArticleCard } from './article.ts'

/** A row of the news desk. */
export type NewsDeskArticle = Pick<ArticleCard, 'id' | 'title' | 'slug' | 'category' | 'publishDate'> & {
  /** Its day has not come: only admins see it (docs/product.md, 'API responses'). */
  isScheduled: boolean
}

/** One page of the desk's list. */
export interface NewsDeskList {
  /** Null when the list could not be read: the desk stands without it. */
  articles: readonly NewsDeskArticle[] | null
  page: number
  pageCount: number
}

/** The desk behind its dialogs. */
export interface NewsDesk extends NewsDeskList {
  totals: { teams: number; leagues: number }
}

/** Where a page of the desk's list lives, 1-based. */
export function newsDeskHref(page: number): string {
  return `/admin/news${pageQuery(page)}`
}

/** Where the form of an article stands open over a page of the list; null is a new one. */
export function articleEditorHref(id: number | null, page: number): string {
  return `/admin/news/${id ?? 'new'}${pageQuery(page)}`
}

function pageQuery(page: number): string {
  return page > 1 ? `?page=${page}` : ''
}
