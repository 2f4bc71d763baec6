import { articleDraft, toArticle, toArticleDraft, toArticleFieldErrors } from '#app/api/article.ts'
import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { json, readJson, readStored, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { createArticle, findToday } from '#app/services/news/articles.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'

/** POST: creates an article. */
export const action = writeEndpoint('admin', 'write', async ({ request }) => {
  const payload = await readJson(request, articleDraft)
  const today = await findToday(db, clock)

  const created = await createArticle(db, { draft: toArticleDraft(payload, today), clock })
  if (!created.ok) return throwFieldErrors(toArticleFieldErrors(created.problems, getArticleErrorMessage))

  return json(toArticle(orNotFound(await readStored(findArticle(db, created.id)), 'ARTICLE_MISSING')), 201)
})
