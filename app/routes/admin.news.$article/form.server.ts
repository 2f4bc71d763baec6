import { ARTICLE_TYPED_LIMITS, type ArticleDraft, type ArticleField } from '#app/game/article/article.ts'
import { idempotencyField } from '#app/http/forms/idempotency-key.server.ts'
import { readUploadForm } from '#app/http/forms/upload.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'

const intents = ['preview', 'upload', 'remove-image', 'save'] as const
export type Intent = (typeof intents)[number]

export interface EditorForm {
  /** Null for one that the page does not have. */
  intent: Intent | null
  seenAt: number | null
  /** What the page of a new article carries, so that a second press stores no second one. */
  once: string
  proof: string
  draft: ArticleDraft
  /** Pictures chosen in the field; more than one is refused. */
  files: File[]
}

const SHORT_FIELD_LIMIT = 100

/** Reads the editor's form as it was typed; the rules judge it. */
export async function parseEditorForm(request: Request): Promise<EditorForm> {
  const { text, files } = await readUploadForm(request)
  const word = (name: string) => text(name, SHORT_FIELD_LIMIT)
  const typed = (name: ArticleField) => text(name, ARTICLE_TYPED_LIMITS[name])
  const seenAt = /^\d{1,15}$/.exec(word('seenAt'))?.[0]
  const intent = word('intent') || 'preview'
  const once = idempotencyField.safeParse(word('once'))
  if (!once.success) return throwErrorResponse('BAD_REQUEST', 400)
  return {
    intent: intents.find((each) => each === intent) ?? null,
    // One that cannot be read was seen before everything: it never overwrites silently.
    seenAt: Number(seenAt ?? 0),
    once: once.data,
    proof: word('proof'),
    files: files('file'),
    draft: {
      title: typed('title'),
      slug: typed('slug'),
      summary: typed('summary'),
      content: typed('content'),
      imageUrl: typed('imageUrl'),
      imageCredit: typed('imageCredit'),
      publishDate: typed('publishDate').trim(),
      category: typed('category'),
    },
  }
}
