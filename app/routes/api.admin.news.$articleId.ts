import type { ActionFunctionArgs } from '@remix-run/node'
import { articleDraft, toArticle, toArticleDraft, toArticleFieldErrors } from '#app/api/article.ts'
import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import {
  emptyResponse,
  json,
  readJson,
  readStored,
  throwApiError,
  throwFieldErrors,
} from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { changeArticle, findToday, removeArticle } from '#app/services/news/articles.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'

/** PUT: replaces an article, scheduled or published. DELETE: deletes it permanently. */
export function action(args: ActionFunctionArgs) {
  return args.request.method === 'DELETE' ? remove(args) : change(args)
}

const change = writeEndpoint('admin', 'write', async ({ request, params }) => {
  const id = requireNumber(params.articleId)
  const payload = await readJson(request, articleDraft)
  const today = await findToday(db, clock)

  const changed = await changeArticle(db, { id, seenAt: null, draft: toArticleDraft(payload, today), clock })
  if (!changed.ok && changed.problem === 'ARTICLE_INVALID')
    return throwFieldErrors(toArticleFieldErrors(changed.problems, getArticleErrorMessage))
  if (!changed.ok) return throwApiError('ARTICLE_MISSING')

  return json(toArticle(orNotFound(await readStored(findArticle(db, id)), 'ARTICLE_MISSING')))
})

const remove = writeEndpoint('admin', 'write', async ({ params }) => {
  const removed = await removeArticle(db, requireNumber(params.articleId))

  return removed.ok ? emptyResponse() : throwApiError(removed.problem)
})
