import type { ArticleDraft } from '#app/game/article.ts'
import { onceField } from '#app/http/once.server.ts'
import { readUploadForm } from '#app/http/upload.server.ts'

const intents = ['preview', 'upload', 'remove-image', 'save'] as const
export type Intent = (typeof intents)[number]

export interface EditorForm {
  /** Null for one that the page does not have. */
  intent: Intent | null
  seenAt: number | null
  /** What the page of a new article carries, so that a second press stores no second one. */
  once: string
  draft: ArticleDraft
  /** Pictures chosen in the field; more than one is refused. */
  files: File[]
}

/** Reads the editor's form as it was typed; the rules judge it. */
export async function readEditorForm(request: Request): Promise<EditorForm> {
  const { text, files } = await readUploadForm(request)
  const seenAt = /^\d{1,15}$/.exec(text('seenAt'))?.[0]
  const intent = text('intent') || 'preview'
  return {
    intent: intents.find((each) => each === intent) ?? null,
    // One that cannot be read was seen before everything: it never overwrites silently.
    seenAt: Number(seenAt ?? 0),
    once: onceField.parse(text('once')),
    files: files('file'),
    draft: {
      title: text('title'),
      slug: text('slug'),
      summary: text('summary'),
      content: text('content'),
      imageUrl: text('imageUrl'),
      imageCredit: text('imageCredit'),
      publishDate: text('publishDate').trim(),
      category: text('category'),
    },
  }
}
