import { data } from '@remix-run/node'
import { checkArticle } from '#app/game/article.ts'
import { splitContent } from '#app/game/article-content.ts'
import { deskHref } from '#app/game/article-desk.ts'
import { askAgain, goWithNote, problem, sayWhen } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { formKey, newOnce } from '#app/http/once.server.ts'
import { sanitiseArticle } from '#app/services/article-html.server.ts'
import { type ChangedArticle, changeArticle, createArticle } from '#app/services/news.server.ts'
import type { EditorProblem } from '#app/ui/article-text.ts'
import { clock, db } from '#db/connection.server.ts'
import type { EditorForm } from './form.server.ts'
import type { KeptArticle } from './kept.ts'
import { imageStatus, imageWaitSeconds, takeImage } from './upload.server.ts'
import { draftOf, type EditorView, openEditor } from './view.ts'

interface Asked extends EditorForm {
  id: number | null
  page: number
  managerId: number
}

const failed = 'Failed to save article'

/** Takes the chosen picture and shows the form again with it; nothing of the article is stored. */
export async function uploadImage(asked: Asked) {
  const taken = await attempt(takeImage(asked.files, asked.managerId))
  if (!taken) return refuse(asked, 'The image was not stored. Please try again later.', { status: 503 })
  if (!taken.ok) return refuseImage(asked, taken.problem, 'Failed to upload image')
  return askAgain(openEditor({ ...asked, draft: { ...asked.draft, imageUrl: taken.value.imageUrl } }), 200)
}

/** Shows the form again without its picture; the stored one stays until the article is saved. */
export function removeImage(asked: Asked) {
  return askAgain(openEditor({ ...asked, draft: { ...asked.draft, imageUrl: '' } }), 200)
}

/** Shows what readers would see, by the sanitiser that saves; nothing is stored. */
export async function previewArticle(asked: Asked) {
  const view = openEditor(asked)
  const checked = checkArticle(asked.draft)
  const problems = checked.ok ? {} : checked.problems
  if (problems.content) return askAgain({ ...view, problems }, 422)
  const content = await sanitiseArticle(asked.draft.content)
  if (!content.ok) return askAgain({ ...view, problems: { content: content.problem } }, 422)
  const preview = { parts: splitContent(content.html), removed: content.removed }
  return askAgain({ ...view, problems, preview }, 200)
}

/** Stores a chosen picture first (spec 5), then the article; a picture that was stored survives a refusal (D31). */
export async function saveArticle(asked: Asked) {
  const taken = asked.files.length > 0 ? await attempt(takeImage(asked.files, asked.managerId)) : undefined
  if (taken === null)
    return refuse(asked, 'The image was not stored. Please try again later.', { status: 503 })
  if (taken?.ok === false) return refuseImage(asked, taken.problem, failed)
  const draft = taken ? { ...asked.draft, imageUrl: taken.value.imageUrl } : asked.draft
  // As it was sent: a picture that is stored twice gets two names.
  const chosen = asked.files.map(({ name, size }) => [name, size])
  const key = formKey(asked.once, asked.managerId, [asked.draft, chosen])
  return saveDraft({ ...asked, draft, key })
}

async function saveDraft(asked: Asked & { key: string | undefined }) {
  const { id, page, seenAt, draft, managerId, key } = asked
  const taken = limits.write.consume(String(managerId))
  if (!taken.ok) {
    const text = 'Too many saves in a short time. Please try again in a minute.'
    return sayWhen(refuse(asked, text, { status: 429 }), taken)
  }
  const wanted = { draft, clock }
  const saved: ChangedArticle | null = await attempt(
    id === null
      ? createArticle(db, { ...wanted, formKey: key })
      : changeArticle(db, { id, seenAt, ...wanted }),
  )
  if (!saved) return refuse(asked, 'Nothing was saved. Please try again later.', { status: 503 })
  if (saved.ok) {
    const code = id === null ? 'article-created' : 'article-updated'
    return goWithNote(deskHref(id === null ? 1 : page), {
      code,
      params: { title: clip(draft.title), removed: tell(saved.removed) },
    })
  }
  switch (saved.problem) {
    case 'ARTICLE_INVALID':
      return refuse(asked, 'Some fields need another look. Nothing was saved.', { problems: saved.problems })
    case 'ARTICLE_MISSING':
      return keepGone(asked)
    case 'ARTICLE_CHANGED': {
      const text =
        'Another admin saved this article meanwhile. Both are shown: save again to put yours in place.'
      const stored = { seenAt: saved.stored.updatedAt, stored: draftOf(saved.stored) }
      return refuse(asked, text, { ...stored, status: 409 })
    }
  }
}

/** Ends the request with everything typed in hand: the boundary fills the same form in (D16). */
export function keepArticle(kept: KeptArticle, status: number): never {
  throw data(kept, { status, headers: { 'Cache-Control': 'private, no-cache' } })
}

/** Ends the request of whoever edits an article that somebody deleted: saved again, it is a new one. */
export function keepGone({ id, page, seenAt, proof, draft }: Asked): never {
  return keepArticle({ errorType: 'ARTICLE_GONE', id, page, seenAt, once: newOnce(), proof, draft }, 404)
}

/** A press that the page does not have. */
export function refuseIntent(): never {
  return problem('BAD_REQUEST', 400)
}

function refuseImage(asked: Asked, imageProblem: EditorProblem, title: string) {
  const answer = refuse(asked, 'The image was not taken. Everything else is as you typed it.', {
    title,
    imageProblem,
    status: imageStatus(imageProblem),
  })
  const retryAfterSeconds = imageWaitSeconds(imageProblem, asked.managerId)
  return retryAfterSeconds === undefined ? answer : sayWhen(answer, { retryAfterSeconds })
}

function refuse(
  asked: Asked,
  text: string,
  { title = failed, status = 422, ...more }: Partial<EditorView> & { title?: string; status?: number } = {},
) {
  return askAgain<EditorView>({ ...openEditor(asked), ...more, refused: { title, text } }, status)
}

/** A note holds little: the start of the list. */
function tell(removed: readonly string[]): string {
  return removed.length === 0 ? '' : clip(`Taken away as unsafe: ${removed.join(', ')}.`)
}

function clip(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= 99 ? characters.join('') : `${characters.slice(0, 98).join('')}…`
}
