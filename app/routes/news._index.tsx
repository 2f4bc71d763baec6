import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readQuery, wholeNumber } from '#app/http/query.server.ts'
import { todayOf } from '#app/http/today.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Main } from '#app/ui/main.tsx'
import { NewsCard } from '#app/ui/news-card.tsx'
import { countArticles, listArticles } from '#db/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'

const PAGE_SIZE = 9
const newsQuery = z.object({ page: wholeNumber(1, 100).catch(1) })

export async function loader({ request }: LoaderFunctionArgs) {
  const query = readQuery(request, newsQuery)
  const page = query.ok ? query.value.page : 1

  const today = todayOf(await clock(db), await findActiveGame(db))
  const articles = await listArticles(db, { today, offset: 0, limit: page * PAGE_SIZE })
  return { articles, page, hasMore: (await countArticles(db, today)) > articles.length }
}

export const meta: MetaFunction = () => [{ title: 'News & Updates – Douze' }]

export default function NewsRoute() {
  const { articles, page, hasMore } = useLoaderData<typeof loader>()
  return (
    <Main>
      <div className="wrap">
        <div className="plain-head">
          <h1>News & Updates</h1>
        </div>
        <h2 className="vh">All articles</h2>
        {articles.length === 0 && (
          <p className="muted">No news yet. Come back when the first rehearsals begin.</p>
        )}
        <div className="grid g3">
          {articles.map((article, index) => (
            <div key={article.id} id={index % PAGE_SIZE === 0 ? `page-${index / PAGE_SIZE + 1}` : undefined}>
              <NewsCard article={article} index={index} />
            </div>
          ))}
        </div>
        {hasMore && (
          <p className="row middle">
            <LinkButton variant="line" size="lg" href={`?page=${page + 1}#page-${page + 1}`}>
              Load more news
            </LinkButton>
          </p>
        )}
      </div>
    </Main>
  )
}
