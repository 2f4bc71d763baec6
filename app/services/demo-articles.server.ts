import type { ArticleCategory, NewArticle } from '#app/game/article.ts'
import type { Contest } from '#app/game/contest.ts'
import { dayOf } from '#app/game/instant.ts'
import type { SeasonFile } from '#app/game/season.ts'
import { slugOf } from '#app/game/slug.ts'
import { factsOf, type SeasonStory } from './demo-facts.server.ts'
import { guides } from './demo-guides.server.ts'
import { reports } from './demo-reports.server.ts'

/** One article before it has a date: days counted from a show's day, never earlier than what it tells. */
export interface Draft {
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
export type RawArticle = Omit<NewArticle, 'sanitiserVersion'>

/** The demo's news: how the game works, and facts of the loaded season only. Oldest first. */
export function demoArticles(contest: Contest, season: SeasonFile): RawArticle[] {
  const story: SeasonStory = factsOf(contest, season)
  return [...guides(story), ...reports(story)]
    .map((draft) => toArticle(contest, draft))
    .sort((a, b) => a.publishDate.localeCompare(b.publishDate))
}

function toArticle(contest: Contest, { round, days, ...draft }: Draft): RawArticle {
  return {
    ...draft,
    slug: slugOf(draft.title),
    publishDate: showDay(contest, round, days),
    imageUrl: null,
    imageCredit: null,
  }
}

/** At the hour of the show both days lie a whole number of days apart, whatever the clocks do. */
function showDay(contest: Contest, roundNumber: number, days: number): string {
  const round = contest.rounds.find((one) => one.roundNumber === roundNumber)
  if (!round) throw new Error(`No round ${roundNumber} to tell of`)
  return dayOf(round.deadlineAt + days * 24 * 60 * 60 * 1000, contest.timeZone)
}
