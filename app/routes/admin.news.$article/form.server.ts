import { ARTICLE_TYPED_LIMITS, type ArticleDraft, type ArticleField } from '#app/game/article/article.ts'
import { idempotencyField } from '#app/http/forms/idempotency-key.server.ts'
import { readUploadForm } from '#app/http/forms/upload.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'

const intents = ['preview', 'upload', 'remove-image', 'save'] as const
export type Intent = (typeof intents)[number]

export interface EditorForm {
  /** Null for an unknown intent. */
  intent: Intent | null
  seenAt: number | null
  /** Idempotency token of a new article's form. */
  idempotencyToken: string
  proof: string
  draft: ArticleDraft
  /** The chosen images; more than one is refused. */
  files: File[]
}

const SHORT_FIELD_LIMIT = 100

/** Reads the editor's form as typed; the rules check it later. `maxBytes`: its limit (413). */
export async function parseEditorForm(request: Request, maxBytes: number): Promise<EditorForm> {
  const { text, files } = await readUploadForm(request, maxBytes)
  const shortText = (name: string) => text(name, SHORT_FIELD_LIMIT)
  const typed = (name: ArticleField) => text(name, ARTICLE_TYPED_LIMITS[name])
  const seenAt = /^\d{1,15}$/.exec(shortText('seenAt'))?.[0]
  const intent = shortText('intent') || 'preview'
  const token = idempotencyField.safeParse(shortText('once'))
  if (!token.success) return throwErrorResponse('BAD_REQUEST')
  return {
    intent: intents.find((each) => each === intent) ?? null,
    // An unreadable time counts as the oldest: such a save never overwrites silently.
    seenAt: Number(seenAt ?? 0),
    idempotencyToken: token.data,
    proof: shortText('proof'),
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
