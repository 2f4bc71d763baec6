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

/** Takes the chosen picture and shows the form again with it; nothing of the article is stored. */
export async function uploadImage(input: EditorActionInput) {
  const taken = await tryWrite(uploadImageFile(input.files, input.managerId))
  if (!taken) return refuse(input, 'The image was not stored. Please try again later.', { status: 503 })
  if (!taken.ok) return refuseImage(input, taken.problem, 'Failed to upload image')
  return invalid(
    createEditorView({ ...input, draft: { ...input.draft, imageUrl: taken.value.imageUrl } }),
    200,
  )
}

/** Shows the form again without its picture; the stored one stays until the article is saved. */
export function removeImage(input: EditorActionInput) {
  return invalid(createEditorView({ ...input, draft: { ...input.draft, imageUrl: '' } }), 200)
}

/** Shows what readers would see, by the sanitiser that saves; nothing is stored. */
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

/** Stores a chosen picture first (spec 5), then the article; a picture that was stored survives a refusal (D31). */
export async function saveArticle(input: EditorActionInput) {
  const taken =
    input.files.length > 0 ? await tryWrite(uploadImageFile(input.files, input.managerId)) : undefined
  if (taken === null)
    return refuse(input, 'The image was not stored. Please try again later.', { status: 503 })
  if (taken?.ok === false) return refuseImage(input, taken.problem, saveFailedTitle)
  const draft = taken ? { ...input.draft, imageUrl: taken.value.imageUrl } : input.draft
  // As it was sent: a picture that is stored twice gets two names.
  const chosen = input.files.map(({ name, size }) => [name, size])
  const key = toIdempotencyKey(input.once, input.managerId, [input.draft, chosen])
  return saveDraft({ ...input, draft, key })
}

async function saveDraft(input: EditorActionInput & { key: string | undefined }) {
  const { id, page, seenAt, draft, managerId, key } = input
  const taken = rateLimits.write.consume(String(managerId))
  if (!taken.ok) {
    const text = 'Too many saves in a short time. Please try again in a minute.'
    return withRetryAfter(refuse(input, text, { status: 429 }), taken)
  }
  const wanted = { draft, clock }
  const saved: ChangeArticleResult | null = await tryWrite(
    id === null
      ? createArticle(db, { ...wanted, formKey: key })
      : changeArticle(db, { id, seenAt, ...wanted }),
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

/** Ends the request with everything typed in hand: the boundary fills the same form in (D16). */
export function throwUnsavedArticle(unsaved: UnsavedArticle, status: number): never {
  throw data(unsaved, { status, headers: { 'Cache-Control': 'private, no-cache' } })
}

/** Ends the request of whoever edits an article that somebody deleted: saved again, it is a new one. */
export function throwArticleGone({ id, page, seenAt, proof, draft }: EditorActionInput): never {
  return throwUnsavedArticle(
    { errorType: 'ARTICLE_GONE', id, page, seenAt, once: createIdempotencyToken(), proof, draft },
    404,
  )
}

/** A press that the page does not have. */
export function throwUnknownIntent(): never {
  return throwErrorResponse('BAD_REQUEST', 400)
}

function refuseImage(input: EditorActionInput, imageProblem: ArticleFormProblem, title: string) {
  const answer = refuse(input, 'The image was not taken. Everything else is as you typed it.', {
    title,
    imageProblem,
    status: findImageStatus(imageProblem),
  })
  const retryAfterSeconds = findRetryAfterSeconds(imageProblem, input.managerId)
  return retryAfterSeconds === undefined ? answer : withRetryAfter(answer, { retryAfterSeconds })
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

/** A note holds little: the start of the list. */
function describeRemoved(removed: readonly string[]): string {
  return removed.length === 0 ? '' : clip(`Taken away as unsafe: ${removed.join(', ')}.`)
}

function clip(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= 99 ? characters.join('') : `${characters.slice(0, 98).join('')}…`
}
