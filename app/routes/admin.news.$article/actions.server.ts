import { randomBytes } from 'node:crypto'
import { data } from '@remix-run/node'
import { checkArticle } from '#app/game/article/article.ts'
import { splitContent } from '#app/game/article/article-content.ts'
import { newsDeskHref } from '#app/game/article/article-desk.ts'
import { errors } from '#app/game/errors/errors.ts'
import { createIdempotencyToken, toIdempotencyKey } from '#app/http/forms/idempotency-key.server.ts'
import { invalid, seeOtherWithFlash, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { type ChangeArticleResult, changeArticle, createArticle } from '#app/services/news/articles.server.ts'
import { storeImage } from '#app/services/news/images.server.ts'
import { sanitiseArticle } from '#app/services/news/sanitise-article.server.ts'
import type { ArticleFormProblem } from '#app/ui/messages/article-messages.ts'
import { clock, db, systemNow } from '#db/connection.server.ts'
import type { EditorForm } from './form.server.ts'
import { createEditorView, type EditorView, toArticleDraft, type UnsavedArticle } from './view.ts'

interface EditorActionInput extends EditorForm {
  id: number | null
  page: number
  managerId: number
}

const saveFailedTitle = 'Failed to save article'

/** What each button of the form does. */
export const editorActions = {
  preview: previewArticle,
  upload: uploadImage,
  'remove-image': removeImage,
  save: saveArticle,
}

/** Renders a preview with the sanitiser that saving uses; nothing is stored. */
async function previewArticle(input: EditorActionInput) {
  const view = createEditorView(input)
  const checked = checkArticle(input.draft)
  const problems = checked.ok ? {} : checked.problems
  if (problems.content) return invalid({ ...view, problems }, 422)
  const content = await sanitiseArticle(input.draft.content)
  if (!content.ok) return invalid({ ...view, problems: { content: content.problem } }, 422)
  const preview = { parts: splitContent(content.html), removed: content.removed }
  return invalid({ ...view, problems, preview }, 200)
}

/** Stores the chosen image and renders the form with it; the article is not stored. */
async function uploadImage(input: EditorActionInput) {
  const image = await storeSentImage(input, 'Failed to upload image')
  return typeof image === 'string' ? renderWithImage(input, image) : image
}

/** Renders the form without its image; the stored image stays until the article is saved. */
async function removeImage(input: EditorActionInput) {
  return renderWithImage(input, '')
}

function renderWithImage(input: EditorActionInput, imageUrl: string) {
  return invalid(createEditorView({ ...input, draft: { ...input.draft, imageUrl } }), 200)
}

/** Stores a chosen image first (spec 5), then the article; the image stays stored when the article is refused (D31). */
async function saveArticle(input: EditorActionInput) {
  const imageUrl = input.files.length > 0 ? await storeSentImage(input) : input.draft.imageUrl
  if (typeof imageUrl !== 'string') return imageUrl
  // The key covers the form as sent: an image that is stored twice gets two names.
  const chosen = input.files.map(({ name, size }) => [name, size])
  const key = toIdempotencyKey(input.idempotencyToken, input.managerId, [input.draft, chosen])
  return saveDraft({ ...input, draft: { ...input.draft, imageUrl } }, key)
}

async function saveDraft(input: EditorActionInput, formKey: string | undefined) {
  const { id, page, seenAt, draft, managerId } = input
  const limit = await rateLimits.write.consume(db, String(managerId))
  if (!limit.ok) {
    const text = 'Too many saves in a short time. Please try again in a minute.'
    return withRetryAfter(refuse(input, text, { status: 429 }), limit)
  }
  const saved: ChangeArticleResult | null = await tryWrite(
    id === null
      ? createArticle(db, { draft, clock, formKey })
      : changeArticle(db, { id, seenAt, draft, clock }),
  )
  if (!saved) return refuse(input, 'Nothing was saved. Please try again later.', { status: 503 })
  if (saved.ok) {
    const code = id === null ? 'article-created' : 'article-updated'
    const params = { title: truncate(draft.title), removed: describeRemoved(saved.removed) }
    return seeOtherWithFlash(newsDeskHref(id === null ? 1 : page), { code, params })
  }
  switch (saved.problem) {
    case 'ARTICLE_INVALID':
      return refuse(input, 'Some fields need another look. Nothing was saved.', { problems: saved.problems })
    case 'ARTICLE_MISSING':
      return throwArticleGone(input)
    case 'ARTICLE_CHANGED': {
      const text =
        'Another admin saved this article in the meantime. Both are shown: save again to keep yours.'
      const stored = { seenAt: saved.stored.updatedAt, stored: toArticleDraft(saved.stored) }
      return refuse(input, text, { ...stored, status: 409 })
    }
  }
}

/** The URL of the one chosen image, or the response that refuses it. Every attempt counts towards 20 an hour. */
async function storeSentImage(input: EditorActionInput, title = saveFailedTitle) {
  const { files, managerId } = input
  const refuseImage = (imageProblem: ArticleFormProblem) =>
    refuse(input, 'The image was not accepted. Everything else is as you typed it.', {
      title,
      imageProblem,
      status: errors[imageProblem].status,
    })
  const [file] = files
  if (!file) return refuseImage('IMAGE_MISSING')
  if (files.length > 1) return refuseImage('IMAGES_SEVERAL')
  const limit = await rateLimits.upload.consume(db, String(managerId))
  if (!limit.ok) return withRetryAfter(refuseImage('UPLOADS_TOO_MANY'), limit)

  const bytes = new Uint8Array(await file.arrayBuffer())
  const newName = () => randomBytes(16).toString('base64url')
  const image = await tryWrite(storeImage(db, { bytes, uploadedBy: managerId, now: systemNow(), newName }))
  if (!image) return refuse(input, 'The image was not stored. Please try again later.', { status: 503 })
  if (image.ok) return image.value.imageUrl
  return refuseImage(image.problem)
}

/** Ends a request without a session with the typed article. */
export function throwSessionEnded(
  input: Parameters<typeof createEditorView>[0],
  { isSignedIn }: { isSignedIn: boolean },
): never {
  const reason = isSignedIn ? 'You are not an admin any more.' : 'You are not signed in any more.'
  const text = `${reason} Nothing is lost: sign in, come back here, and save again.`
  return throwUnsavedArticle('SESSION_ENDED', text, createEditorView(input), 401)
}

/** Ends an edit of an article that was deleted meanwhile: saving it again creates a new one. */
export function throwArticleGone(input: EditorActionInput): never {
  const text = 'Somebody deleted this article in the meantime. Saving again stores it as a new one.'
  const view = createEditorView({
    ...input,
    id: null,
    seenAt: null,
    idempotencyToken: createIdempotencyToken(),
  })
  return throwUnsavedArticle('ARTICLE_GONE', text, view, 404)
}

/** The error boundary fills the typed article into the same form (D16). */
function throwUnsavedArticle(
  errorType: UnsavedArticle['errorType'],
  text: string,
  view: EditorView,
  status: number,
): never {
  const unsaved: UnsavedArticle = { errorType, view: { ...view, refused: { title: saveFailedTitle, text } } }
  throw data(unsaved, { status, headers: { 'Cache-Control': 'private, no-cache' } })
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
  return removed.length === 0 ? '' : truncate(`Removed as unsafe: ${removed.join(', ')}.`)
}

function truncate(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= 99 ? characters.join('') : `${characters.slice(0, 98).join('')}…`
}
