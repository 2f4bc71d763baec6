import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { ArticleCard } from '#app/game/article/article.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { findToday } from '#app/services/news/articles.server.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { belowFirstScreenLook } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { NewsCard } from '#app/ui/news/news-card.tsx'
import { clock, db } from '#db/connection.server.ts'
import { countArticles, listArticles } from '#db/news/articles.server.ts'

const PAGE_SIZE = 9
/** The cards that a first screen shows. */
const FIRST_SCREEN = 3
/** A page shows at most 900 articles; an invalid page shows the first. */
const MAX_PAGES = 100
const newsQuery = z.object({ page: wholeNumber(1, MAX_PAGES).catch(1) })

export async function loader({ request }: LoaderFunctionArgs) {
  const query = readQuery(request, newsQuery)
  const page = query.ok ? query.value.page : 1

  const today = await findToday(db, clock)
  const total = await countArticles(db, today)
  const before = Math.max(1, page - 1) * PAGE_SIZE
  const loaded = await listArticles(db, { today, offset: 0, limit: before })
  const further = page > 1 ? await listFurther({ today, offset: before, limit: PAGE_SIZE }) : []

  const articles = [...loaded, ...(further ?? [])]
  // An incomplete page must not be cached.
  const status = further === null ? 503 : 200
  return data({ articles, hasFailed: further === null, ...findNextPage(articles.length, total) }, { status })
}

/** The articles that 'Load more' adds; null when they cannot be loaded (spec 8). */
async function listFurther(window: Parameters<typeof listArticles>[1]): Promise<ArticleCard[] | null> {
  try {
    return await listArticles(db, window)
  } catch (error) {
    logLine('error', 'more-news', describeError(error))
    return null
  }
}

/** The page that shows more than `shown` articles; null when there are no more, or at the limit of a page. */
function findNextPage(shown: number, total: number): { next: number | null } {
  const next = Math.floor(shown / PAGE_SIZE) + 1
  return { next: total > shown && next <= MAX_PAGES ? next : null }
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: getErrorTitle(error) }]
  return buildPageMeta(matches, {
    title: 'News & Updates',
    description: 'News of the Eurovision Song Contest and of the game: rehearsals, results, rules and tips.',
    path: '/news',
  })
}

const loadingFailed = {
  title: 'Error loading news',
  text: 'There was an error loading more news articles. Please try again later.',
}

export default function NewsRoute() {
  const { articles, next, hasFailed } = useLoaderData<typeof loader>()
  return (
    <Main>
      <Toasts errors={hasFailed ? [loadingFailed] : []} />
      <Container>
        <PlainHeader>
          <h1>News & Updates</h1>
        </PlainHeader>
        <h2 className="sr-only">All articles</h2>
        {articles.length === 0 && (
          <div className="grid gap-[0.9rem]">
            <Lead>No news yet. Come back when the first rehearsals begin.</Lead>
            <p className="flex flex-wrap items-center gap-3">
              <LinkButton variant="line" href="/songs">
                Browse the songs
              </LinkButton>
            </p>
          </div>
        )}
        <div className="grid gap-gap sm:grid-cols-2 lg:grid-cols-3">
          {articles.map((article, index) => (
            <div
              key={article.id}
              className={index < FIRST_SCREEN ? undefined : belowFirstScreenLook}
              id={index % PAGE_SIZE === 0 ? `page-${index / PAGE_SIZE + 1}` : undefined}
            >
              <NewsCard article={article} index={index} />
            </div>
          ))}
        </div>
        {next !== null && (
          <p className="mt-8 flex flex-wrap items-center justify-center gap-3">
            <LinkButton variant="line" size="lg" href={`?page=${next}#page-${next}`}>
              Load more news
            </LinkButton>
          </p>
        )}
      </Container>
    </Main>
  )
}
