import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import { z } from 'zod'
import { isEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { orNotFound, problem } from '#app/http/answers.server.ts'
import { describeError, logLine } from '#app/http/log.server.ts'
import { newOnce } from '#app/http/once.server.ts'
import { readQuery, wholeNumber } from '#app/http/query.server.ts'
import { todayOf } from '#app/http/today.server.ts'
import { readArticleDesk } from '#app/services/article-desk.server.ts'
import { adminMeta } from '#app/ui/admin-boundary.tsx'
import { gameLinks } from '#app/ui/sheets.ts'
import { findArticle } from '#db/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { titleOf } from './article-form.tsx'
import { EditorBoundary } from './boundary.tsx'
import {
  keepArticle,
  keepGone,
  previewArticle,
  refuseIntent,
  removeImage,
  saveArticle,
  uploadImage,
} from './deeds.server.ts'
import { readEditorForm } from './form.server.ts'
import { readKept } from './kept.ts'
import { EditorPage } from './page.tsx'
import { draftOf, openEditor } from './view.ts'

export const headers = keepHeaders

const editorQuery = z.object({ page: wholeNumber(1, 99_999).catch(1) })

/** `/admin/news/new` writes an article, `/admin/news/12` changes one; `page` is the page of the list behind it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)

  const id = readId(params.article)
  const article = id === null ? null : orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)

  const onFault = (error: unknown) => logLine('error', 'news-list', describeError(error))
  const desk = await readArticleDesk(db, { game, today, page: askedPage(request), onFault })
  const form = article
    ? { id, seenAt: article.updatedAt, once: '', draft: draftOf(article) }
    : { id, seenAt: null, once: newOnce(), draft: newDraft(today) }
  const view = openEditor({ ...form, page: desk.page, proof: signEditorProof(Date.now()) })
  return { view, desk, hasDialog: true }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)
  if (visitor) await requireAdmin(request)

  const id = readId(params.article)
  const page = askedPage(request)
  const form = await readEditorForm(request)
  const { seenAt, once, proof, draft } = form
  // Who was signed out while writing gets back what was typed (D16); who never had the form gets nothing.
  if (!visitor && isEditorProof(proof, Date.now()))
    return keepArticle({ errorType: 'SESSION_ENDED', id, page, seenAt, once, proof, draft }, 401)
  const { managerId } = await requireAdmin(request)

  const asked = { ...form, id, page, managerId }
  // A save finds out by itself, after it has taken the picture that came with it.
  if (form.intent !== 'save' && id !== null && !(await findArticle(db, id))) return keepGone(asked)
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
      return refuseIntent()
  }
}

/** Null for 'new'; anything but an id is no article. */
function readId(param: string | undefined): number | null {
  if (param === 'new') return null
  const found = /^[1-9]\d{0,14}$/.exec(param ?? '')
  return found ? Number(found[0]) : problem('ARTICLE_MISSING', 404)
}

function askedPage(request: Request): number {
  const query = readQuery(request, editorQuery)
  return query.ok ? query.value.page : 1
}

/** Today, and Eurovision (spec section 3). */
function newDraft(publishDate: string) {
  const empty = { title: '', slug: '', summary: '', content: '', imageUrl: '', imageCredit: '' }
  return { ...empty, publishDate, category: 'COMPETITION' }
}

export const links = gameLinks

/** What was typed stays on a page like any other; all else that is thrown has a card. */
export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const isKept = isRouteErrorResponse(error) && readKept(error.data) !== null
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
  return <EditorBoundary kept={isRouteErrorResponse(error) ? readKept(error.data) : null} />
}
