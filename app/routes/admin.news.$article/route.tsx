import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import { z } from 'zod'
import { isValidEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { limitId } from '#app/game/limit-id.ts'
import { todayOf } from '#app/game/time/today.ts'
import { createIdempotencyToken } from '#app/http/forms/idempotency-key.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { orNotFound, throwErrorResponse } from '#app/http/responses.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { readNewsDesk } from '#app/services/news/news-desk.server.ts'
import { AdminBoundary, adminMeta } from '#app/ui/errors/admin-boundary.tsx'
import { ArticleNotFound } from '#app/ui/errors/article-not-found.tsx'
import { readRouteError } from '#app/ui/errors/route-error.ts'
import { adminStylesheetLinks } from '#app/ui/styles/admin-stylesheet.ts'
import { clock, db, systemNow } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { editorActions, throwArticleGone, throwSessionEnded } from './actions.server.ts'
import { getEditorTitle } from './article-form.tsx'
import { parseEditorForm } from './form.server.ts'
import { EditorPage } from './page.tsx'
import { UnsavedArticlePage } from './unsaved-article-page.tsx'
import { createEditorView, isUnsavedArticle, toArticleDraft, type UnsavedArticle } from './view.ts'

export const headers = forwardHeaders

const editorQuery = z.object({ page: wholeNumber(1, 99_999).catch(1) })

/** `/admin/news/new` creates an article, `/admin/news/12` edits one; `page` is the page of the list behind it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context })

  const id = readId(params.article)
  const article = id === null ? null : orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)

  const onError = (error: unknown) =>
    logLine('error', 'news-list', { id: context.requestId, ...describeError(error) })
  const desk = await readNewsDesk(db, { game, today, page: readPage(request), onError })
  const form = article
    ? { id, seenAt: article.updatedAt, idempotencyToken: '', draft: toArticleDraft(article) }
    : { id, seenAt: null, idempotencyToken: createIdempotencyToken(), draft: createDraft(today) }
  const view = createEditorView({ ...form, page: desk.page, proof: signEditorProof(systemNow()) })
  return { view, desk, hasDialog: true }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })
  const isAdmin = visitor?.isAdmin === true

  const id = readId(params.article)
  const page = readPage(request)
  // A picture is read from admins only.
  const form = await parseEditorForm(request, isAdmin ? bodyLimits.picture : bodyLimits.form)
  // A proof shows that an admin opened this form: after the session or the role has ended the typed article is returned (D16).
  if (!isAdmin && isValidEditorProof(form.proof, systemNow()))
    return throwSessionEnded({ ...form, id, page }, { isSignedIn: visitor !== null })
  const { managerId } = await requireAdmin({ request, context })

  const input = { ...form, id, page, managerId }
  // A save checks by itself, after it has stored the image that was sent with it.
  if (form.intent !== 'save' && id !== null && !(await findArticle(db, id))) return throwArticleGone(input)
  return form.intent ? editorActions[form.intent](input) : throwErrorResponse('BAD_REQUEST')
}

/** Null for 'new'; ends with 404 for anything but an id. */
function readId(param: string | undefined): number | null {
  if (param === 'new') return null
  const digits = /^[1-9]\d{0,14}$/.exec(param ?? '')?.[0]
  return digits ? limitId(Number(digits)) : throwErrorResponse('ARTICLE_MISSING')
}

function readPage(request: Request): number {
  const query = readQuery(request, editorQuery)
  return query.ok ? query.value.page : 1
}

/** A new article: today's date and the category Eurovision (spec section 3). */
function createDraft(publishDate: string) {
  const empty = { title: '', slug: '', summary: '', content: '', imageUrl: '', imageCredit: '' }
  return { ...empty, publishDate, category: 'COMPETITION' }
}

export const links = adminStylesheetLinks

/** An unsaved article is an ordinary page; every other error is a card. */
export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  adminMeta(
    data ? getEditorTitle(data.view) : 'News Management',
    readUnsavedArticle(error) ? undefined : error,
    'Article Not Found',
  )

export default function EditorRoute() {
  const { view, desk } = useLoaderData<typeof loader>()
  const actionView = useActionData<typeof action>()
  return <EditorPage view={actionView ?? view} desk={desk} />
}

/** The unsaved article in the same form (D16), otherwise an error card. */
export function ErrorBoundary() {
  const error = useRouteError()
  const unsaved = readUnsavedArticle(error)
  if (unsaved) return <UnsavedArticlePage unsaved={unsaved} />
  if (readRouteError(error).errorType === 'ARTICLE_MISSING')
    return <ArticleNotFound button={{ href: '/admin/news', label: 'Back to News Management' }} />
  return <AdminBoundary failure={{ title: 'Failed to load article', href: '/admin/news' }} />
}

function readUnsavedArticle(error: unknown): UnsavedArticle | null {
  return isRouteErrorResponse(error) && isUnsavedArticle(error.data) ? error.data : null
}
