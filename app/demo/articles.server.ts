import type { ArticleCategory, NewArticle } from '#app/game/article/article.ts'
import type { Contest } from '#app/game/season/contest.ts'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { toSlug } from '#app/game/text/slug.ts'
import { toCalendarDay } from '#app/game/time/instant.ts'
import { buildGuides } from './guide-articles.server.ts'
import { buildReports } from './report-articles.server.ts'
import { getRound } from './season-facts.server.ts'

/** An article without a publish date: the date counts from a show's day and never precedes the facts in the text. */
export interface DemoArticle {
  /** The round whose show the date counts from; the first one by default. */
  round?: number
  /** Days after the show; results are dated the day after, because shows end near midnight. */
  days: number
  category: ArticleCategory
  countryCode?: string | null
  title: string
  summary: string
  contentHtml: string
}

/** An article whose HTML is not sanitised yet. */
export type UnsanitisedArticle = Omit<NewArticle, 'sanitiserVersion'>

/** The demo's news, oldest first: guides to the game, and facts of the loaded season only. */
export function buildDemoArticles(contest: Contest, season: SeasonFile): UnsanitisedArticle[] {
  const facts = { contest, season, entries: season.entries }
  return [...buildGuides(facts), ...buildReports(facts)]
    .map((draft) => toArticle(contest, draft))
    .sort((a, b) => a.publishDate.localeCompare(b.publishDate))
}

function toArticle(contest: Contest, article: DemoArticle): UnsanitisedArticle {
  const { round = 1, days, countryCode = null, ...draft } = article
  return {
    ...draft,
    countryCode,
    slug: toSlug(draft.title),
    publishDate: computePublishDate(contest, round, days),
    imageUrl: null,
    imageCredit: null,
  }
}

/**
 * Counts from the hour of the show, so that both days are a whole number of days apart across daylight saving
 * changes.
 */
function computePublishDate(contest: Contest, roundNumber: number, days: number): string {
  return toCalendarDay(
    getRound(contest, roundNumber).deadlineAt + days * 24 * 60 * 60 * 1000,
    contest.timeZone,
  )
}
