import type { Article, ArticleDraft, ArticleProblems } from '#app/game/article/article.ts'
import { type ContentPart, toEditableHtml } from '#app/game/article/article-content.ts'
import type { ArticleFormProblem } from '#app/ui/messages/article-messages.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** The editor's dialog. */
export interface EditorView {
  /** Null for an article that is not stored yet. */
  id: number | null
  /** The page of the list behind it, 1-based. */
  page: number
  /** Its `updatedAt` when it was opened: a save over a newer version is refused. Null for a new one. */
  seenAt: number | null
  /** Idempotency token of a new article's form: a repeated submit stores no second article. */
  idempotencyToken: string
  /** Signed proof that an admin opened the form (auth/editor-proof.server.ts). */
  proof: string
  draft: ArticleDraft
  problems: ArticleProblems
  /** Why an image was refused. */
  imageProblem: ArticleFormProblem | null
  /** The message of a refused form, shown at the top. */
  refused: ToastMessage | null
  /** The version that another admin stored meanwhile. */
  stored: ArticleDraft | null
  /** The content as readers will see it, and what the sanitiser removed. */
  preview: { parts: readonly ContentPart[]; removed: readonly string[] } | null
}

/** A typed article that was not saved because the session ended or the article was deleted (D16). */
export interface UnsavedArticle {
  errorType: 'SESSION_ENDED' | 'ARTICLE_GONE'
  view: EditorView
}

/** Whether the data of a caught error is an unsaved article. */
export function isUnsavedArticle(data: unknown): data is UnsavedArticle {
  if (typeof data !== 'object' || data === null || !('errorType' in data) || !('view' in data)) return false
  return data.errorType === 'SESSION_ENDED' || data.errorType === 'ARTICLE_GONE'
}

/** The dialog without messages or a preview. */
export function createEditorView({
  id,
  page,
  seenAt,
  idempotencyToken,
  proof,
  draft,
}: Pick<EditorView, 'id' | 'page' | 'seenAt' | 'idempotencyToken' | 'proof' | 'draft'>): EditorView {
  const noMessages = { problems: {}, imageProblem: null, refused: null, stored: null, preview: null }
  return { id, page, seenAt, idempotencyToken, proof, draft, ...noMessages }
}

/** A stored article as the values of the editor's fields. */
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
