import type { ArticleCard } from '#app/game/article.ts'
import type { Game } from '#app/game/contest.ts'
import { describeError, logLine } from '#app/http/log.server.ts'
import { todayOf } from '#app/http/today.server.ts'
import { countArticles, endOfTime, findArticle, listArticles } from '#db/articles.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { DeskArticle, DeskView } from './view.ts'

const PAGE_SIZE = 10

interface Asked {
  game: Game | undefined
  /** Game time, epoch ms. */
  now: number
  page: number
  /** The article whose deletion is asked about; null for none. */
  deleteId: number | null
}

/** Everything the news desk shows: ten articles of any date, newest first. A page past the end is the last one. */
export async function loadDesk(db: Db, { game, now, page, deleteId }: Asked): Promise<DeskView> {
  const asked = deleteId === null ? null : ((await findArticle(db, deleteId)) ?? null)
  const isGone = deleteId !== null && asked === null
  return {
    totals: { teams: game?.teamCount ?? 0, leagues: game?.leagueCount ?? 0 },
    ...(await readList(db, todayOf(now, game), page)),
    asked: asked && { id: asked.id, title: asked.title },
    isGone,
    hasDialog: asked !== null,
  }
}

/** A list that cannot be read takes nothing else of the desk away (spec section 8). */
async function readList(db: Db, today: string, wanted: number) {
  try {
    const pageCount = Math.max(1, Math.ceil((await countArticles(db, endOfTime)) / PAGE_SIZE))
    const page = Math.min(wanted, pageCount)
    const window = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
    const cards = await listArticles(db, { today: endOfTime, ...window })
    return { articles: cards.map((card) => toRow(card, today)), page, pageCount }
  } catch (error) {
    logLine('error', 'news-list', describeError(error))
    return { articles: null, page: 1, pageCount: 1 }
  }
}

function toRow({ id, title, slug, category, publishDate }: ArticleCard, today: string): DeskArticle {
  return { id, title, slug, category, publishDate, isScheduled: publishDate > today }
}
