import type { NewsDesk, NewsDeskList } from '#app/game/article/article-desk.ts'
import type { Game } from '#app/game/season/contest.ts'
import { countArticles, listArticles, maxPublishDate } from '#db/news/articles.server.ts'
import type { Db } from '#db/schema.server.ts'

const PAGE_SIZE = 10

interface NewsDeskParams {
  game: Game | undefined
  /** 'YYYY-MM-DD': articles with a later date are scheduled. */
  today: string
  page: number
  /** Called with the error when the list cannot be read. */
  onError: (error: unknown) => void
}

/**
 * Ten articles of any date, newest first, with the totals; a page past the end is the last one. When the list cannot
 * be read, the rest of the page still renders (spec section 8).
 */
export async function readNewsDesk(
  db: Db,
  { game, today, page, onError }: NewsDeskParams,
): Promise<NewsDesk> {
  const totals = { teams: game?.teamCount ?? 0, leagues: game?.leagueCount ?? 0 }
  try {
    return { totals, ...(await readList(db, today, page)) }
  } catch (error) {
    onError(error)
    return { totals, articles: null, page: 1, pageCount: 1 }
  }
}

async function readList(db: Db, today: string, requestedPage: number): Promise<NewsDeskList> {
  const pageCount = Math.max(1, Math.ceil((await countArticles(db, maxPublishDate)) / PAGE_SIZE))
  const page = Math.min(requestedPage, pageCount)
  const window = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const cards = await listArticles(db, { today: maxPublishDate, ...window })
  const articles = cards.map(({ id, title, slug, category, publishDate }) => {
    return { id, title, slug, category, publishDate, isScheduled: publishDate > today }
  })
  return { articles, page, pageCount }
}
