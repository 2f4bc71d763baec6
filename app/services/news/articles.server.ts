import { isDeepStrictEqual } from 'node:util'
import {
  type Article,
  type ArticleDraft,
  type ArticleProblem,
  type ArticleProblems,
  type CheckedArticle,
  checkArticle,
  type NewArticle,
} from '#app/game/article/article.ts'
import { type ContentPart, splitContent } from '#app/game/article/article-content.ts'
import { todayOf } from '#app/game/time/today.ts'
import type { Clock } from '#db/clock.server.ts'
import { deleteArticle, findArticle, insertArticle, updateArticle } from '#db/news/articles.server.ts'
import { hasImage } from '#db/news/images.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findSentForm, insertSentForm } from '#db/sent-forms.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { SANITISER_VERSION, sanitiseArticle } from './sanitise-article.server.ts'

/** The result of a save: where the article is, and what the sanitiser removed. */
export interface SavedArticle {
  ok: true
  id: number
  removed: readonly string[]
}

export type InvalidArticle = { ok: false; problem: 'ARTICLE_INVALID'; problems: ArticleProblems }
export type CreateArticleResult = SavedArticle | InvalidArticle
export type ChangeArticleResult =
  | SavedArticle
  | InvalidArticle
  | { ok: false; problem: 'ARTICLE_MISSING' }
  /** Another admin saved meanwhile: the form shows both versions. */
  | { ok: false; problem: 'ARTICLE_CHANGED'; stored: Article }

/** Today for the news, 'YYYY-MM-DD': game time in the season's zone. */
export async function findToday(db: Db, clock: Clock): Promise<string> {
  return todayOf(await clock(db), await findActiveGame(db))
}

/**
 * Stores a new article with sanitised HTML (D28). A future publish date schedules it. A repeated form returns the
 * article it created, while that exists.
 */
export async function createArticle(
  db: Db,
  { draft, clock, formKey }: { draft: ArticleDraft; clock: Clock; formKey?: string | undefined },
): Promise<CreateArticleResult> {
  const prepared = await prepareArticle(draft)
  if (!prepared.ok) return prepared
  return db.transaction().execute(async (tx): Promise<CreateArticleResult> => {
    const existingId = formKey && (await findSentForm(tx, formKey))
    if (existingId && (await findArticle(tx, existingId)))
      return { ok: true, id: existingId, removed: prepared.removed }
    if (await isImageMissing(tx, prepared.article)) return unknownImage
    const now = await clock(tx)
    const id = await insertArticle(tx, { ...prepared.article, countryCode: null }, now)
    if (formKey) await insertSentForm(tx, { formKey, madeId: id, now })
    await bumpVersion(tx, 'news')
    return { ok: true, id, removed: prepared.removed }
  })
}

/**
 * Replaces an article, with sanitised HTML. `seenAt` is the `updatedAt` that the editor saw: an article changed since
 * is refused, unless its content is the same, as after a repeated form. Null skips the check. The flag stays.
 */
export async function changeArticle(
  db: Db,
  { id, seenAt, draft, clock }: { id: number; seenAt: number | null; draft: ArticleDraft; clock: Clock },
): Promise<ChangeArticleResult> {
  const prepared = await prepareArticle(draft)
  return db.transaction().execute(async (tx): Promise<ChangeArticleResult> => {
    const stored = await findArticle(tx, id)
    if (!stored) return { ok: false, problem: 'ARTICLE_MISSING' }
    if (!prepared.ok) return prepared
    if (await isImageMissing(tx, prepared.article)) return unknownImage
    const article = { ...prepared.article, countryCode: stored.countryCode }
    const isSaved = await updateArticle(tx, { id, seenAt, article, now: await clock(tx) })
    if (!isSaved && isSameArticle(stored, article)) return { ok: true, id, removed: prepared.removed }
    if (!isSaved) return { ok: false, problem: 'ARTICLE_CHANGED', stored }
    await bumpVersion(tx, 'news')
    return { ok: true, id, removed: prepared.removed }
  })
}

/** Whether the stored article has the same content as the input. */
function isSameArticle(stored: Article, { sanitiserVersion: _, ...input }: NewArticle): boolean {
  const { id: _id, updatedAt: _at, sanitiserVersion: _version, ...current } = stored
  return isDeepStrictEqual(current, input)
}

/** Deletes an article permanently and returns it. Refuses one that is gone already. */
export async function removeArticle(
  db: Db,
  id: number,
): Promise<{ ok: true; title: string } | { ok: false; problem: 'ARTICLE_MISSING' }> {
  return db.transaction().execute(async (tx) => {
    const stored = await findArticle(tx, id)
    if (!stored || !(await deleteArticle(tx, id))) return { ok: false, problem: 'ARTICLE_MISSING' }
    await bumpVersion(tx, 'news')
    return { ok: true, title: stored.title }
  })
}

/**
 * The data to render an article from. HTML from an earlier version of the sanitiser, or unsanitised, is sanitised
 * here (D28).
 */
export async function readArticleContent(
  article: Pick<Article, 'contentHtml' | 'sanitiserVersion'>,
): Promise<ContentPart[]> {
  return splitContent((await withSanitisedContent(article)).contentHtml)
}

/** The article with HTML from the current sanitiser; empty when it cannot be sanitised. */
export async function withSanitisedContent<Stored extends Pick<Article, 'contentHtml' | 'sanitiserVersion'>>(
  article: Stored,
): Promise<Stored> {
  if (article.sanitiserVersion === SANITISER_VERSION) return article
  const content = await sanitiseArticle(article.contentHtml)
  return { ...article, contentHtml: content.ok ? content.html : '', sanitiserVersion: SANITISER_VERSION }
}

type PreparedArticle =
  | { ok: true; article: Omit<NewArticle, 'countryCode'>; removed: readonly string[] }
  | InvalidArticle

async function prepareArticle(draft: ArticleDraft): Promise<PreparedArticle> {
  const checked = checkArticle(draft)
  if (!checked.ok) return { ok: false, problem: 'ARTICLE_INVALID', problems: checked.problems }
  const { content: source, ...article } = checked.article
  const content = await sanitiseArticle(source)
  if (!content.ok) return invalid('content', content.problem)
  const sanitised = { contentHtml: content.html, sanitiserVersion: SANITISER_VERSION }
  return { ok: true, article: { ...article, ...sanitised }, removed: content.removed }
}

async function isImageMissing(tx: Db, { imageUrl }: Pick<CheckedArticle, 'imageUrl'>): Promise<boolean> {
  return imageUrl !== null && !(await hasImage(tx, imageUrl.replace('/images/', '')))
}

function invalid(field: keyof ArticleDraft, problem: ArticleProblem): InvalidArticle {
  return { ok: false, problem: 'ARTICLE_INVALID', problems: { [field]: problem } }
}

const unknownImage = invalid('imageUrl', 'ARTICLE_IMAGE_UNKNOWN')
