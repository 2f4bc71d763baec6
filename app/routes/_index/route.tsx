import { data, type HeadersFunction, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { unstored } from '#app/http/secret-page-headers.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { findToday } from '#app/services/news/articles.server.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { buildSiteData } from '#app/ui/meta/structured-data.ts'
import { clock, db } from '#db/connection.server.ts'
import { listArticles } from '#db/news/articles.server.ts'
import { HomePage } from './page.tsx'

/** Home works without its news: a failure is only logged (spec 8), and such a page is never cached. */
export async function loader() {
  try {
    const today = await findToday(db, clock)
    return data({ articles: await listArticles(db, { today, offset: 0, limit: 3 }) })
  } catch (error) {
    logLine('error', 'home-news', describeError(error))
    return data({ articles: [] }, { headers: { 'Cache-Control': unstored } })
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  buildPageMeta(matches, {
    title: 'Manage Your Eurovision Dream Team',
    documentTitle: 'Douze – the fantasy game for the Eurovision Song Contest',
    description: 'Six countries. 100 million. Put your favourite first and score on the real results.',
    path: '/',
    structuredData: buildSiteData,
  })

export default function HomeRoute() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
