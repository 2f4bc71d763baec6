import type { ArticleCategory, NewArticle } from '#app/game/article/article.ts'
import type { Contest } from '#app/game/season/contest.ts'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { toSlug } from '#app/game/text/slug.ts'
import { toCalendarDay } from '#app/game/time/instant.ts'
import { buildGuides } from './guide-articles.server.ts'
import { buildReports } from './report-articles.server.ts'
import { createDemoSeason, type DemoSeason } from './season-facts.server.ts'

/** An article without a publish date: the date counts from a show's day and never precedes the facts in the text. */
export interface DemoArticle {
  /** The round whose show the date counts from. */
  round: number
  /** Days after the show; results are dated the day after, because shows end near midnight. */
  days: number
  category: ArticleCategory
  countryCode: string | null
  title: string
  summary: string
  contentHtml: string
}

/** An article whose HTML is not sanitised yet. */
export type UnsanitisedArticle = Omit<NewArticle, 'sanitiserVersion'>

/** The demo's news, oldest first: guides to the game, and facts of the loaded season only. */
export function buildDemoArticles(contest: Contest, season: SeasonFile): UnsanitisedArticle[] {
  const facts: DemoSeason = createDemoSeason(contest, season)
  return [...buildGuides(facts), ...buildReports(facts)]
    .map((draft) => toArticle(contest, draft))
    .sort((a, b) => a.publishDate.localeCompare(b.publishDate))
}

function toArticle(contest: Contest, { round, days, ...draft }: DemoArticle): UnsanitisedArticle {
  return {
    ...draft,
    slug: toSlug(draft.title),
    publishDate: showDay(contest, round, days),
    imageUrl: null,
    imageCredit: null,
  }
}

/**
 * Counts from the hour of the show, so that both days are a whole number of days apart across daylight saving
 * changes.
 */
function showDay(contest: Contest, roundNumber: number, days: number): string {
  const round = contest.rounds.find((one) => one.roundNumber === roundNumber)
  if (!round) throw new Error(`There is no round ${roundNumber}`)
  return toCalendarDay(round.deadlineAt + days * 24 * 60 * 60 * 1000, contest.timeZone)
}
