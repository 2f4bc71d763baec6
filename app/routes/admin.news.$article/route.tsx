import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import { isEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { orNotFound, problem } from '#app/http/answers.server.ts'
import { newOnce } from '#app/http/once.server.ts'
import { todayOf } from '#app/http/today.server.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { findArticle } from '#db/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { EditorBoundary } from './boundary.tsx'
import {
  keepArticle,
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

/** `/admin/news/new` writes an article, `/admin/news/12` changes one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)

  const id = readId(params.article)
  const proof = signEditorProof(Date.now())
  if (id === null) return openEditor({ id, seenAt: null, once: newOnce(), proof, draft: await newDraft() })
  const article = orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  return openEditor({ id, seenAt: article.updatedAt, once: '', proof, draft: draftOf(article) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)
  if (visitor) await requireAdmin(request)

  const id = readId(params.article)
  const form = await readEditorForm(request)
  const { seenAt, once, proof, draft } = form
  // Who was signed out while writing gets back what was typed (D16); who never had the form gets nothing.
  if (!visitor && isEditorProof(proof, Date.now()))
    return keepArticle({ errorType: 'SESSION_ENDED', id, seenAt, once, proof, draft }, 401)
  const { managerId } = await requireAdmin(request)

  const asked = { ...form, id, managerId }
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

/** Today, and Eurovision (spec section 3). */
async function newDraft() {
  const publishDate = todayOf(await clock(db), await findActiveGame(db))
  const empty = { title: '', slug: '', summary: '', content: '', imageUrl: '', imageCredit: '' }
  return { ...empty, publishDate, category: 'COMPETITION' }
}

export const links = gameLinks

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${titleOf(data)} – Douze` }]

/** Without data a boundary speaks: what was typed is kept, or there is no such article. */
function titleOf(opened: { id: number | null } | undefined): string {
  if (!opened) return 'News Management'
  return opened.id === null ? 'New Article' : 'Edit Article'
}

export default function EditorRoute() {
  const opened = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  return <EditorPage view={answered ?? opened} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <EditorBoundary kept={isRouteErrorResponse(error) ? readKept(error.data) : null} />
}
