import { toArticle } from '#app/api/article.ts'
import { publicEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { json, throwApiError } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { findToday, withSanitisedContent } from '#app/services/news/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'

/** GET: a published article. */
export const loader = publicEndpoint(async ({ params }) => {
  const id = requireNumber(params.articleId)

  const article = orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')
  const today = await findToday(db, clock)
  if (article.publishDate > today) return throwApiError('ARTICLE_MISSING')

  return json(toArticle(await withSanitisedContent(article)))
})
