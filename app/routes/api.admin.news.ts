import type { ActionFunctionArgs } from '@remix-run/node'
import { articleDraft, toArticle, toArticleDraft, toArticleFieldErrors } from '#app/api/article.ts'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import { todayOf } from '#app/game/time/today.ts'
import { handleApiRequest, json, readJson, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound, throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createArticle } from '#app/services/news/articles.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findArticle } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/** POST: creates an article. */
export async function action({ request }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireAdminCaller(request)
    throwIfRateLimited(rateLimits.write.consume(String(managerId)))

    const payload = await readJson(request, articleDraft)
    const today = todayOf(await clock(db), await findActiveGame(db))

    const created = await createArticle(db, { draft: toArticleDraft(payload, today), clock })
    if (!created.ok) return throwFieldErrors(toArticleFieldErrors(created.problems, getArticleErrorMessage))

    return json(toArticle(orNotFound(await findArticle(db, created.id), 'ARTICLE_MISSING')), 201)
  })
}
