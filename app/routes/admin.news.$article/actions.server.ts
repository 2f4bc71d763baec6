import { data } from '@remix-run/node'
import { checkArticle } from '#app/game/article/article.ts'
import { splitContent } from '#app/game/article/article-content.ts'
import { newsDeskHref } from '#app/game/article/article-desk.ts'
import { createIdempotencyToken, toIdempotencyKey } from '#app/http/forms/idempotency-key.server.ts'
import { invalid, seeOtherWithFlash, throwErrorResponse, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { type ChangeArticleResult, changeArticle, createArticle } from '#app/services/news/articles.server.ts'
import { sanitiseArticle } from '#app/services/news/sanitise-article.server.ts'
import type { ArticleFormProblem } from '#app/ui/messages/article-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import type { EditorForm } from './form.server.ts'
import type { UnsavedArticle } from './unsaved-article.ts'
import { findImageStatus, findRetryAfterSeconds, uploadImageFile } from './upload.server.ts'
import { createEditorView, type EditorView, toArticleDraft } from './view.ts'

interface EditorActionInput extends EditorForm {
  id: number | null
  page: number
  managerId: number
}

const saveFailedTitle = 'Failed to save article'

/** Stores the chosen image and renders the form with it; the article is not stored. */
export async function uploadImage(input: EditorActionInput) {
  const image = await tryWrite(uploadImageFile(input.files, input.managerId))
  if (!image) return refuse(input, 'The image was not stored. Please try again later.', { status: 503 })
  if (!image.ok) return refuseImage(input, image.problem, 'Failed to upload image')
  return invalid(
    createEditorView({ ...input, draft: { ...input.draft, imageUrl: image.value.imageUrl } }),
    200,
  )
}

/** Renders the form without its image; the stored image stays until the article is saved. */
export function removeImage(input: EditorActionInput) {
  return invalid(createEditorView({ ...input, draft: { ...input.draft, imageUrl: '' } }), 200)
}

/** Renders a preview with the sanitiser that saving uses; nothing is stored. */
export async function previewArticle(input: EditorActionInput) {
  const view = createEditorView(input)
  const checked = checkArticle(input.draft)
  const problems = checked.ok ? {} : checked.problems
  if (problems.content) return invalid({ ...view, problems }, 422)
  const content = await sanitiseArticle(input.draft.content)
  if (!content.ok) return invalid({ ...view, problems: { content: content.problem } }, 422)
  const preview = { parts: splitContent(content.html), removed: content.removed }
  return invalid({ ...view, problems, preview }, 200)
}

/** Stores a chosen image first (spec 5), then the article; the image stays stored when the article is refused (D31). */
export async function saveArticle(input: EditorActionInput) {
  const image =
    input.files.length > 0 ? await tryWrite(uploadImageFile(input.files, input.managerId)) : undefined
  if (image === null)
    return refuse(input, 'The image was not stored. Please try again later.', { status: 503 })
  if (image?.ok === false) return refuseImage(input, image.problem, saveFailedTitle)
  const draft = image ? { ...input.draft, imageUrl: image.value.imageUrl } : input.draft
  // The key covers the form as sent: an image that is stored twice gets two names.
  const chosen = input.files.map(({ name, size }) => [name, size])
  const key = toIdempotencyKey(input.once, input.managerId, [input.draft, chosen])
  return saveDraft({ ...input, draft, key })
}

async function saveDraft(input: EditorActionInput & { key: string | undefined }) {
  const { id, page, seenAt, draft, managerId, key } = input
  const limit = rateLimits.write.consume(String(managerId))
  if (!limit.ok) {
    const text = 'Too many saves in a short time. Please try again in a minute.'
    return withRetryAfter(refuse(input, text, { status: 429 }), limit)
  }
  const saved: ChangeArticleResult | null = await tryWrite(
    id === null
      ? createArticle(db, { draft, clock, formKey: key })
      : changeArticle(db, { id, seenAt, draft, clock }),
  )
  if (!saved) return refuse(input, 'Nothing was saved. Please try again later.', { status: 503 })
  if (saved.ok) {
    const code = id === null ? 'article-created' : 'article-updated'
    return seeOtherWithFlash(newsDeskHref(id === null ? 1 : page), {
      code,
      params: { title: clip(draft.title), removed: describeRemoved(saved.removed) },
    })
  }
  switch (saved.problem) {
    case 'ARTICLE_INVALID':
      return refuse(input, 'Some fields need another look. Nothing was saved.', { problems: saved.problems })
    case 'ARTICLE_MISSING':
      return throwArticleGone(input)
    case 'ARTICLE_CHANGED': {
      const text =
        'Another admin saved this article meanwhile. Both are shown: save again to put yours in place.'
      const stored = { seenAt: saved.stored.updatedAt, stored: toArticleDraft(saved.stored) }
      return refuse(input, text, { ...stored, status: 409 })
    }
  }
}

/** Ends the request with the typed article: the error boundary fills it into the same form (D16). */
export function throwUnsavedArticle(unsaved: UnsavedArticle, status: number): never {
  throw data(unsaved, { status, headers: { 'Cache-Control': 'private, no-cache' } })
}

/** Ends an edit of an article that was deleted meanwhile: saving it again creates a new one. */
export function throwArticleGone({ id, page, seenAt, proof, draft }: EditorActionInput): never {
  return throwUnsavedArticle(
    { errorType: 'ARTICLE_GONE', id, page, seenAt, once: createIdempotencyToken(), proof, draft },
    404,
  )
}

/** Ends a request whose intent the page does not have. */
export function throwUnknownIntent(): never {
  return throwErrorResponse('BAD_REQUEST', 400)
}

function refuseImage(input: EditorActionInput, imageProblem: ArticleFormProblem, title: string) {
  const response = refuse(input, 'The image was not taken. Everything else is as you typed it.', {
    title,
    imageProblem,
    status: findImageStatus(imageProblem),
  })
  const retryAfterSeconds = findRetryAfterSeconds(imageProblem, input.managerId)
  return retryAfterSeconds === undefined ? response : withRetryAfter(response, { retryAfterSeconds })
}

function refuse(
  input: EditorActionInput,
  text: string,
  {
    title = saveFailedTitle,
    status = 422,
    ...more
  }: Partial<EditorView> & { title?: string; status?: number } = {},
) {
  return invalid<EditorView>({ ...createEditorView(input), ...more, refused: { title, text } }, status)
}

/** The start of the list: a flash message is short. */
function describeRemoved(removed: readonly string[]): string {
  return removed.length === 0 ? '' : clip(`Taken away as unsafe: ${removed.join(', ')}.`)
}

function clip(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= 99 ? characters.join('') : `${characters.slice(0, 98).join('')}…`
}
