import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import { z } from 'zod'
import { isValidEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { todayOf } from '#app/game/time/today.ts'
import { createIdempotencyToken } from '#app/http/forms/idempotency-key.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound, throwErrorResponse } from '#app/http/responses.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { readNewsDesk } from '#app/services/news/news-desk.server.ts'
import { adminMeta } from '#app/ui/errors/admin-boundary.tsx'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import {
  previewArticle,
  removeImage,
  saveArticle,
  throwArticleGone,
  throwUnknownIntent,
  throwUnsavedArticle,
  uploadImage,
} from './actions.server.ts'
import { titleOf } from './article-form.tsx'
import { EditorBoundary } from './boundary.tsx'
import { parseEditorForm } from './form.server.ts'
import { EditorPage } from './page.tsx'
import { parseUnsavedArticle } from './unsaved-article.ts'
import { createEditorView, toArticleDraft } from './view.ts'

export const headers = forwardHeaders

const editorQuery = z.object({ page: wholeNumber(1, 99_999).catch(1) })

/** `/admin/news/new` writes an article, `/admin/news/12` changes one; `page` is the page of the list behind it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)

  const id = readId(params.article)
  const article = id === null ? null : orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)

  const onFault = (error: unknown) => logLine('error', 'news-list', describeError(error))
  const desk = await readNewsDesk(db, { game, today, page: readPage(request), onError: onFault })
  const form = article
    ? { id, seenAt: article.updatedAt, once: '', draft: toArticleDraft(article) }
    : { id, seenAt: null, once: createIdempotencyToken(), draft: createDraft(today) }
  const view = createEditorView({ ...form, page: desk.page, proof: signEditorProof(Date.now()) })
  return { view, desk, hasDialog: true }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)
  if (visitor) await requireAdmin(request)

  const id = readId(params.article)
  const page = readPage(request)
  const form = await parseEditorForm(request)
  const { seenAt, once, proof, draft } = form
  // Who was signed out while writing gets back what was typed (D16); who never had the form gets nothing.
  if (!visitor && isValidEditorProof(proof, Date.now()))
    return throwUnsavedArticle({ errorType: 'SESSION_ENDED', id, page, seenAt, once, proof, draft }, 401)
  const { managerId } = await requireAdmin(request)

  const asked = { ...form, id, page, managerId }
  // A save finds out by itself, after it has taken the picture that came with it.
  if (form.intent !== 'save' && id !== null && !(await findArticle(db, id))) return throwArticleGone(asked)
  switch (form.intent) {
    case 'preview':
      return previewArticle(asked)
    case 'upload':
      return uploadImage(asked)
    case 'remove-image':
      return removeImage(asked)
    case 'save':
      return saveArticle(asked)
    case null:
      return throwUnknownIntent()
  }
}

/** Null for 'new'; anything but an id is no article. */
function readId(param: string | undefined): number | null {
  if (param === 'new') return null
  const found = /^[1-9]\d{0,14}$/.exec(param ?? '')
  return found ? Number(found[0]) : throwErrorResponse('ARTICLE_MISSING', 404)
}

function readPage(request: Request): number {
  const query = readQuery(request, editorQuery)
  return query.ok ? query.value.page : 1
}

/** Today, and Eurovision (spec section 3). */
function createDraft(publishDate: string) {
  const empty = { title: '', slug: '', summary: '', content: '', imageUrl: '', imageCredit: '' }
  return { ...empty, publishDate, category: 'COMPETITION' }
}

export const links = gameStylesheetLinks

/** What was typed stays on a page like any other; all else that is thrown has a card. */
export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const isKept = isRouteErrorResponse(error) && parseUnsavedArticle(error.data) !== null
  return adminMeta(
    data ? titleOf(data.view) : 'News Management',
    isKept ? undefined : error,
    'Article Not Found',
  )
}

export default function EditorRoute() {
  const { view, desk } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  return <EditorPage view={answered ?? view} desk={desk} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <EditorBoundary kept={isRouteErrorResponse(error) ? parseUnsavedArticle(error.data) : null} />
}
