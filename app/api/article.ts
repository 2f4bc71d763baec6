import { z } from 'zod'
import {
  ARTICLE_TYPED_LIMITS,
  type Article,
  type ArticleDraft,
  type ArticleField,
  type ArticleProblem,
  type ArticleProblems,
  articleCategories,
  CONTENT_LIMIT_BYTES,
  CREDIT_LIMIT,
  SUMMARY_LIMIT,
  TITLE_LIMIT,
} from '#app/game/article/article.ts'
import { apiLine, apiText } from '#app/http/forms/fields.server.ts'

const example = {
  title: 'Rehearsals begin in Basel',
  titleUrl: 'rehearsals-begin-in-basel',
  summary: 'The first countries have stood on the stage.',
  content: '<p>It has begun.</p>',
  imageUrl: null,
  imageCredit: null,
  publishDate: '2025-05-03',
  category: 'COMPETITION',
}

export const article = z
  .object({
    articleId: z.int(),
    title: z.string(),
    titleUrl: z.string().describe('The slug of its address: /news/{articleId}-{titleUrl}'),
    summary: z.string(),
    content: z.string().describe('HTML, made safe'),
    imageUrl: z.string().nullable(),
    imageCredit: z.string().nullable(),
    publishDate: z.iso.date(),
    category: z.enum(articleCategories),
  })
  .meta({ id: 'Article', example: { articleId: 12, ...example } })

export const articles = z
  .object({ data: z.array(article), totalElements: z.int() })
  .meta({ id: 'Articles', description: 'A page of the published articles, newest first.' })

const tooLong = 'This is too long.'
const text = (field: ArticleField) => apiText(ARTICLE_TYPED_LIMITS[field], tooLong)

export const articleDraft = z
  .object({
    title: apiLine(TITLE_LIMIT, tooLong, 1),
    titleUrl: apiLine(TITLE_LIMIT, tooLong).optional().describe('Made from the title when it is left out'),
    summary: apiLine(SUMMARY_LIMIT, tooLong).optional(),
    content: text('content')
      .meta({ maxLength: CONTENT_LIMIT_BYTES })
      .optional()
      .describe(`HTML of at most ${CONTENT_LIMIT_BYTES / 1024} kB; what is not safe is removed`),
    imageUrl: text('imageUrl').nullable().optional().describe('Of an uploaded image'),
    imageCredit: apiLine(CREDIT_LIMIT, tooLong).nullable().optional(),
    publishDate: text('publishDate').optional().describe('YYYY-MM-DD; today by default'),
    category: z.enum(articleCategories).optional().describe('COMPETITION by default'),
  })
  .meta({ id: 'ArticleDraft', example })

export const uploadedImage = z
  .object({ imageUrl: z.string() })
  .meta({ id: 'UploadedImage', example: { imageUrl: '/images/Zk3v…9Q.webp' } })

/** An article; the caller has sanitised its HTML. */
export function toArticle({ id, slug, contentHtml, ...rest }: Article): z.input<typeof article> {
  const { title, summary, imageUrl, imageCredit, publishDate, category } = rest
  return {
    articleId: id,
    title,
    titleUrl: slug,
    summary,
    content: contentHtml,
    imageUrl,
    imageCredit,
    publishDate,
    category,
  }
}

/** The draft of a payload; `today` ('YYYY-MM-DD') is the default of its publish date (spec section 3). */
export function toArticleDraft(payload: z.output<typeof articleDraft>, today: string): ArticleDraft {
  return {
    title: payload.title,
    slug: payload.titleUrl ?? '',
    summary: payload.summary ?? '',
    content: payload.content ?? '',
    imageUrl: payload.imageUrl ?? '',
    imageCredit: payload.imageCredit ?? '',
    publishDate: payload.publishDate ?? today,
    category: payload.category ?? 'COMPETITION',
  }
}

/** Messages about a draft's problems, by the names of the payload's fields. */
export function toArticleFieldErrors(
  problems: ArticleProblems,
  getMessage: (problem: ArticleProblem) => string,
): Record<string, string> {
  const named = Object.entries(problems).map(([field, problem]) => [
    field === 'slug' ? 'titleUrl' : field,
    getMessage(problem),
  ])
  return Object.fromEntries(named)
}
