import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { type ArticleCard, articleHref } from '#app/game/article/article.ts'
import { isVideoId } from '#app/game/article/article-content.ts'
import { limitId } from '#app/game/limit-id.ts'
import { readConsent } from '#app/http/cookies/consent.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { movedTo, orNotFound } from '#app/http/responses.server.ts'
import { findToday, readArticleContent } from '#app/services/news/articles.server.ts'
import { ArticleNotFound } from '#app/ui/errors/article-not-found.tsx'
import { ErrorPage } from '#app/ui/errors/error-page.tsx'
import { readRouteError } from '#app/ui/errors/route-error.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { buildArticleData } from '#app/ui/meta/structured-data.ts'
import { BackLink } from '#app/ui/navigation/back-link.tsx'
import { ArticleContent, Standfirst } from '#app/ui/news/article-content.tsx'
import { ArticleArt, ArticleMeta, NewsCard } from '#app/ui/news/news-card.tsx'
import { clock, db } from '#db/connection.server.ts'
import { findArticle, listArticles } from '#db/news/articles.server.ts'

/** Titles with more characters get a smaller font. */
const LONG_TITLE = 90
const titleLook = 'max-w-[26ch] wrap-anywhere'
const longTitleLook = 'max-w-[36ch] text-h2 wrap-anywhere'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = limitId(Number(/^[1-9]\d{0,14}(?=-|$)/.exec(params.article ?? '')?.[0] ?? 0))

  const today = await findToday(db, clock)
  const article = orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  if (article.publishDate > today) orNotFound(null, 'ARTICLE_MISSING')
  if (articleHref(article) !== `/news/${params.article}`) throw movedTo(articleHref(article))

  // Only the freshly sanitised parts are sent: HTML stored by an earlier sanitiser is not safe to render.
  const { contentHtml: _, sanitiserVersion: __, ...shown } = article
  const content = {
    parts: await readArticleContent(article),
    playing: readPlayingVideo(request),
    showsSocials: readConsent(request).socials,
  }
  const latest = await listArticles(db, { today, offset: 0, limit: 3 })
  return { article: shown, content, more: latest.filter((each) => each.id !== article.id) }
}

/** The id of the video to play. */
function readPlayingVideo(request: Request): string | null {
  const id = readSearchParams(request).get('play') ?? ''
  return isVideoId(id) ? id : null
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: getErrorTitle(error, 'Article Not Found') }]
  const { article } = data
  return buildPageMeta(matches, {
    title: article.title,
    description: article.summary || article.title,
    path: articleHref(article),
    type: 'article',
    imageUrl: article.imageUrl,
    structuredData: (origin) => buildArticleData(origin, article),
  })
}

export default function ArticleRoute() {
  const { article, content, more } = useLoaderData<typeof loader>()
  return (
    <Main>
      <article className="mx-auto w-full max-w-wrap px-page">
        <PlainHeader>
          <BackLink href="/news">News & Updates</BackLink>
          <ArticleMeta {...article} className="mt-2" />
          <h1 className={article.title.length > LONG_TITLE ? longTitleLook : titleLook}>{article.title}</h1>
        </PlainHeader>
        <div className={columns.side}>
          <div>
            <figure className="mb-7">
              <ArticleArt article={article} seed={1} shape={article.imageUrl ? 'card' : 'wide'} isRounded />
              {article.imageUrl && article.imageCredit && (
                <figcaption className="wrap-anywhere mt-[0.6rem] text-muted text-sm">
                  {article.imageCredit}
                </figcaption>
              )}
            </figure>
            {article.summary && <Standfirst>{article.summary}</Standfirst>}
            <ArticleContent {...content} />
          </div>
          {more.length > 0 && <MoreArticles articles={more} />}
        </div>
      </article>
    </Main>
  )
}

/** Up to 3 other latest articles (spec 2). */
function MoreArticles({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <aside className="max-lg:mt-6 print:hidden" aria-labelledby="more-articles">
      <h2 className="mb-4 text-[1.875rem]" id="more-articles">
        More Articles
      </h2>
      <div className="grid gap-gap sm:max-lg:grid-cols-3">
        {articles.map((article, index) => (
          <NewsCard key={article.id} article={article} index={index + 1} isBrief />
        ))}
      </div>
    </aside>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (readRouteError(error).errorType !== 'ARTICLE_MISSING') return <ErrorPage error={error} />
  return <ArticleNotFound button={{ href: '/news', label: 'Back to News' }} />
}
