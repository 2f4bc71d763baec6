import type { ActionFunctionArgs } from '@remix-run/node'
import { articleDraft, toArticle, toArticleDraft, toArticleFieldErrors } from '#app/api/article.ts'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import { todayOf } from '#app/game/time/today.ts'
import { requireNumber } from '#app/http/forms/query.server.ts'
import {
  emptyResponse,
  handleApiRequest,
  json,
  readJson,
  throwApiError,
  throwFieldErrors,
} from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { changeArticle, removeArticle } from '#app/services/news/articles.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** PUT: replaces an article, scheduled or published. DELETE: deletes it permanently. */
export async function action({ request, params }: ActionFunctionArgs) {
  const handle = request.method === 'DELETE' ? remove : change
  return handleApiRequest(request, () => handle(request, params.articleId))
}

async function change(request: Request, param: string | undefined): Promise<Response> {
  await requireAdminWriter(request)

  const id = requireNumber(param)
  const payload = await readJson(request, articleDraft)
  const today = todayOf(await clock(db), await findActiveGame(db))

  const changed = await changeArticle(db, { id, seenAt: null, draft: toArticleDraft(payload, today), clock })
  if (!changed.ok && changed.problem === 'ARTICLE_INVALID')
    return throwFieldErrors(toArticleFieldErrors(changed.problems, getArticleErrorMessage))
  if (!changed.ok) return throwApiError('ARTICLE_MISSING')

  return json(toArticle(orNotFound(await findArticle(db, id), 'ARTICLE_MISSING')))
}

async function remove(request: Request, param: string | undefined): Promise<Response> {
  await requireAdminWriter(request)

  const removed = await removeArticle(db, requireNumber(param))

  return removed.ok ? emptyResponse() : throwApiError(removed.problem)
}

async function requireAdminWriter(request: Request): Promise<void> {
  const { managerId } = await requireAdminCaller(request)
  throwIfRateLimited(rateLimits.write.consume(String(managerId)))
}
