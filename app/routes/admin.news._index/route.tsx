import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { todayOf } from '#app/game/time/today.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  invalid,
  seeOther,
  seeOtherWithFlash,
  throwErrorResponse,
  throwIfRateLimited,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { removeArticle } from '#app/services/news/articles.server.ts'
import { readNewsDesk } from '#app/services/news/news-desk.server.ts'
import { AdminBoundary, adminMeta } from '#app/ui/errors/admin-boundary.tsx'
import { adminStylesheetLinks } from '#app/ui/styles/admin-stylesheet.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { NewsDeskPage } from './page.tsx'

export const headers = forwardHeaders

const id = wholeNumber(1, 999_999_999)
const pageNumber = wholeNumber(1, 99_999).catch(1)
const deskQuery = z.object({ page: pageNumber, delete: id.nullable().catch(0).default(null) })
const deleteForm = z.object({ intent: z.literal('delete'), id, page: pageNumber })

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context })

  const query = readQuery(request, deskQuery)
  const { page, delete: deleteId } = query.ok ? query.value : { page: 1, delete: null }
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)

  const article = deleteId === null ? undefined : await findArticle(db, deleteId)
  const onError = (error: unknown) =>
    logLine('error', 'news-list', { id: context.requestId, ...describeError(error) })
  const desk = await readNewsDesk(db, { game, today, page, onError })
  const isGone = deleteId !== null && !article

  const articleToDelete = article ? { id: article.id, title: article.title } : null
  return data({ desk, articleToDelete, isGone, hasDialog: article !== undefined }, isGone ? 404 : 200)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await parseForm(request, deleteForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST')
  const back = `/admin/news?page=${form.value.page}`
  if (!visitor) return seeOther(`${back}&delete=${form.value.id}`)
  const { managerId } = await requireAdmin({ request, context })
  throwIfRateLimited(await rateLimits.write.consume(db, String(managerId)))

  const removed = await tryWrite(removeArticle(db, form.value.id))

  if (removed?.ok) {
    const params = { title: removed.title.slice(0, 190) }
    return seeOtherWithFlash(back, { code: 'article-deleted', params })
  }
  return invalid({ problem: removed ? removed.problem : 'ARTICLE_NOT_DELETED' }, removed ? 404 : 503)
}

export const links = adminStylesheetLinks

export const meta: MetaFunction = ({ error }) => adminMeta('News Management', error)

export default function NewsDeskRoute() {
  const { desk, articleToDelete, isGone } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const problem = refused?.problem ?? (isGone ? 'ARTICLE_MISSING' : null)
  return <NewsDeskPage desk={desk} articleToDelete={articleToDelete} problem={problem} />
}

export function ErrorBoundary() {
  return <AdminBoundary failure={{ title: 'Failed to load recent articles', href: '/admin/news' }} />
}
