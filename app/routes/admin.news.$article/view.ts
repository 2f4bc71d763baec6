import type { Article, ArticleDraft, ArticleProblems } from '#app/game/article/article.ts'
import { type ContentPart, toEditableHtml } from '#app/game/article/article-content.ts'
import type { ArticleFormProblem } from '#app/ui/messages/article-messages.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** Everything the editor's dialog shows. */
export interface EditorView {
  /** Null for an article that is not stored yet. */
  id: number | null
  /** The page of the list behind it, 1-based. */
  page: number
  /** Its `updatedAt` when it was opened: a save on top of somebody else's is refused. Null for a new one. */
  seenAt: number | null
  /** What the form of a new article carries, so that a second press stores no second one. */
  once: string
  /** That the form was handed to an admin (auth/editor-proof.server.ts). */
  proof: string
  draft: ArticleDraft
  problems: ArticleProblems
  /** Why a picture was not taken. */
  imageProblem: ArticleFormProblem | null
  /** What a refused press says at the top. */
  refused: ToastMessage | null
  /** What another admin stored meanwhile. */
  stored: ArticleDraft | null
  /** The content as readers will see it, and what the sanitiser takes away. */
  preview: { parts: readonly ContentPart[]; removed: readonly string[] } | null
}

/** The dialog as it is opened. */
export function createEditorView({
  id,
  page,
  seenAt,
  once,
  proof,
  draft,
}: Pick<EditorView, 'id' | 'page' | 'seenAt' | 'once' | 'proof' | 'draft'>): EditorView {
  const nothing = { problems: {}, imageProblem: null, refused: null, stored: null, preview: null }
  return { id, page, seenAt, once, proof, draft, ...nothing }
}

/** A stored article as an editor types it. */
export function toArticleDraft(article: Article): ArticleDraft {
  return {
    title: article.title,
    slug: article.slug,
    summary: article.summary,
    content: toEditableHtml(article.contentHtml),
    imageUrl: article.imageUrl ?? '',
    imageCredit: article.imageCredit ?? '',
    publishDate: article.publishDate,
    category: article.category,
  }
}
