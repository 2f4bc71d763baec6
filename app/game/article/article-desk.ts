import type { ArticleCard } from './article.ts'

export type NewsDeskArticle = Pick<ArticleCard, 'id' | 'title' | 'slug' | 'category' | 'publishDate'> & {
  /** Not published yet: only admins see it (docs/product.md, 'API responses'). */
  isScheduled: boolean
}

export interface NewsDeskList {
  /** Null when the list could not be read: the news desk works without it. */
  articles: readonly NewsDeskArticle[] | null
  page: number
  pageCount: number
}

/** The news desk behind its dialogs. */
export interface NewsDesk extends NewsDeskList {
  totals: { teams: number; leagues: number }
}

/** URL of a page of the news desk's list, 1-based. */
export function newsDeskHref(page: number): string {
  return `/admin/news${pageQuery(page)}`
}

/** URL of the editor of an article over a page of the list; null for a new article. */
export function articleEditorHref(id: number | null, page: number): string {
  return `/admin/news/${id ?? 'new'}${pageQuery(page)}`
}

function pageQuery(page: number): string {
  return page > 1 ? `?page=${page}` : ''
}
