import type { ArticleCategory, NewArticle } from '#app/game/article/article.ts'
import type { Contest } from '#app/game/season/contest.ts'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { toSlug } from '#app/game/text/slug.ts'
import { toCalendarDay } from '#app/game/time/instant.ts'
import { buildGuides } from './guide-articles.server.ts'
import { buildReports } from './report-articles.server.ts'
import { createDemoSeason, type DemoSeason } from './season-facts.server.ts'

/** One article before it has a date: days counted from a show's day, never earlier than what it tells. */
export interface DemoArticle {
  /** The round number of the show that the date is counted from. */
  round: number
  /** Days after that show's day; results come the day after, as shows end near midnight. */
  days: number
  category: ArticleCategory
  countryCode: string | null
  title: string
  summary: string
  contentHtml: string
}

/** An article whose HTML no sanitiser has seen yet. */
export type UnsanitisedArticle = Omit<NewArticle, 'sanitiserVersion'>

/** The demo's news: how the game works, and facts of the loaded season only. Oldest first. */
export function buildDemoArticles(contest: Contest, season: SeasonFile): UnsanitisedArticle[] {
  const story: DemoSeason = createDemoSeason(contest, season)
  return [...buildGuides(story), ...buildReports(story)]
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

/** At the hour of the show both days lie a whole number of days apart, whatever the clocks do. */
function showDay(contest: Contest, roundNumber: number, days: number): string {
  const round = contest.rounds.find((one) => one.roundNumber === roundNumber)
  if (!round) throw new Error(`No round ${roundNumber} to tell of`)
  return toCalendarDay(round.deadlineAt + days * 24 * 60 * 60 * 1000, contest.timeZone)
}
