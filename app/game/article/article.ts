import type { articleErrors } from '#app/game/errors/article-errors.ts'
import { isWellFormed, parseName, typedLimit } from '#app/game/text/name.ts'
import { toSlug } from '#app/game/text/slug.ts'
import { parseDay } from '#app/game/time/instant.ts'

/** Shown as Eurovision, Game and General (spec section 3). */
export const articleCategories = ['COMPETITION', 'FANTASY_GAME', 'OTHER'] as const
export type ArticleCategory = (typeof articleCategories)[number]

/** The labels of the categories (spec section 3). */
export const categoryLabels: Readonly<Record<ArticleCategory, string>> = {
  COMPETITION: 'Eurovision',
  FANTASY_GAME: 'Game',
  OTHER: 'General',
}

export interface ArticleCard {
  id: number
  title: string
  slug: string
  summary: string
  imageUrl: string | null
  /** The country whose flag art replaces a missing image (D33). Upper-case ISO code. */
  countryCode: string | null
  /** A calendar day in the game's time zone, 'YYYY-MM-DD': the article is public from its start. */
  publishDate: string
  category: ArticleCategory
}

export interface Article extends ArticleCard {
  contentHtml: string
  /** Version of the sanitiser of the stored `contentHtml` (D28). */
  sanitiserVersion: number
  imageCredit: string | null
  /** Time of the last save in epoch ms, greater after every change: the version that an editor saw. */
  updatedAt: number
}

/** The path of an article: /news/{id}-{slug} (D32). */
export function articleHref({ id, slug }: Pick<Article, 'id' | 'slug'>): string {
  return `/news/${id}-${slug}`
}

/** The day of an article's last change visible to readers, 'YYYY-MM-DD': at the earliest its publish date. */
export function findLastChangeDay({ publishDate, updatedAt }: Pick<Article, 'publishDate' | 'updatedAt'>) {
  const savedOn = new Date(updatedAt).toISOString().slice(0, 10)
  return savedOn > publishDate ? savedOn : publishDate
}

export type NewArticle = Omit<Article, 'id' | 'updatedAt'>

/** An article as typed in the editor: the fields of the form, in their order. */
export interface ArticleDraft {
  title: string
  slug: string
  summary: string
  content: string
  /** Path of an uploaded image; '' for none. */
  imageUrl: string
  imageCredit: string
  publishDate: string
  category: string
}

export type ArticleField = keyof ArticleDraft

export type ArticleProblem = Extract<keyof typeof articleErrors, `ARTICLE_${string}`>

export type ArticleProblems = Partial<Record<ArticleField, ArticleProblem>>

/** A checked draft; its content is unchanged, for the sanitiser. */
export type CheckedArticle = Omit<NewArticle, 'contentHtml' | 'sanitiserVersion' | 'countryCode'> & {
  content: string
}

/** Characters (code points) of title and slug, of the summary, and of the credit; bytes of the content (D28). */
export const TITLE_LIMIT = 200
export const SUMMARY_LIMIT = 500
export const CREDIT_LIMIT = 200
export const CONTENT_LIMIT_BYTES = 80 * 1024
/** How much of each typed field is read, in UTF-16 units. Overlong content is returned to the editor. */
export const ARTICLE_TYPED_LIMITS: Readonly<Record<ArticleField, number>> = {
  title: typedLimit(TITLE_LIMIT),
  slug: typedLimit(TITLE_LIMIT),
  summary: typedLimit(SUMMARY_LIMIT),
  content: 256 * 1024,
  imageUrl: 100,
  imageCredit: typedLimit(CREDIT_LIMIT),
  publishDate: 100,
  category: 100,
}
/** A slug for a title without a single word character. */
const FALLBACK_SLUG = 'article'

/**
 * Checks a draft by the rules of spec section 3 and D28: one problem per field. An empty slug is made from the title, a
 * typed one is normalised.
 */
export function checkArticle(
  draft: ArticleDraft,
): { ok: true; article: CheckedArticle } | { ok: false; problems: ArticleProblems } {
  const title = parseName(draft.title, TITLE_LIMIT)
  const summary = parseOptionalLine(draft.summary, SUMMARY_LIMIT)
  const credit = parseOptionalLine(draft.imageCredit, CREDIT_LIMIT)
  const slug = toSlug(draft.slug) || toSlug(draft.title) || FALLBACK_SLUG
  const slugProblem = findSlugProblem(draft.slug, slug)
  const publishDate = parseDay(draft.publishDate)
  const category = articleCategories.find((each) => each === draft.category)
  const contentProblem = findContentProblem(draft.content)
  const isImage = draft.imageUrl === '' || isImageUrl(draft.imageUrl)
  const areTextsValid = !contentProblem && !slugProblem
  if (title.ok && summary.ok && credit.ok && publishDate && category && areTextsValid && isImage) {
    const image = { imageUrl: draft.imageUrl || null, imageCredit: credit.name || null }
    const content = draft.content.replace(/\r\n?/g, '\n')
    const text = { title: title.name, slug, summary: summary.name, content }
    return { ok: true, article: { ...text, ...image, publishDate, category } }
  }
  const found: [ArticleField, ArticleProblem | null][] = [
    ['title', title.ok ? null : `ARTICLE_TITLE_${title.problem}`],
    ['slug', slugProblem],
    ['summary', summary.ok ? null : `ARTICLE_SUMMARY_${summary.problem}`],
    ['content', contentProblem],
    ['imageUrl', isImage ? null : 'ARTICLE_IMAGE_UNKNOWN'],
    ['imageCredit', credit.ok ? null : `ARTICLE_CREDIT_${credit.problem}`],
    ['publishDate', publishDate ? null : 'ARTICLE_DATE_INVALID'],
    ['category', category ? null : 'ARTICLE_CATEGORY_UNKNOWN'],
  ]
  return { ok: false, problems: Object.fromEntries(found.filter(([, problem]) => problem !== null)) }
}

/** Whether a path is one of an uploaded image (D31): articles may show no others. */
export function isImageUrl(path: string): boolean {
  return /^\/images\/[\w-]{1,64}\.webp$/.test(path)
}

/** An optional line of text: blanks and line breaks become one space. */
function parseOptionalLine(typed: string, limit: number) {
  if (typed.length > typedLimit(limit)) return { ok: false, problem: 'TOO_LONG' } as const
  const parsed = parseName(typed.replace(/\s+/g, ' '), limit)
  if (parsed.ok) return parsed
  return parsed.problem === 'MISSING'
    ? ({ ok: true, name: '' } as const)
    : ({ ok: false, problem: parsed.problem } as const)
}

/** Checks the typed slug too: `slug` keeps only its words, but text that cannot be stored is refused everywhere. */
function findSlugProblem(typed: string, slug: string): ArticleProblem | null {
  if (typed.length > typedLimit(TITLE_LIMIT) || slug.length > TITLE_LIMIT) return 'ARTICLE_SLUG_TOO_LONG'
  return isStorableText(typed) ? null : 'ARTICLE_SLUG_MALFORMED'
}

function findContentProblem(content: string): ArticleProblem | null {
  const isTooLong =
    content.length > CONTENT_LIMIT_BYTES || new TextEncoder().encode(content).length > CONTENT_LIMIT_BYTES
  if (isTooLong) return 'ARTICLE_CONTENT_TOO_LONG'
  return isStorableText(content) ? null : 'ARTICLE_CONTENT_MALFORMED'
}

/** Whether a text contains neither NUL nor an unpaired surrogate. */
function isStorableText(text: string): boolean {
  return !text.includes('\0') && isWellFormed(text)
}
