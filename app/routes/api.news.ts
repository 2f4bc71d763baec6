import { toArticle } from '#app/api/article.ts'
import { publicEndpoint } from '#app/auth/api-endpoints.server.ts'
import { requirePage } from '#app/http/forms/query.server.ts'
import { json } from '#app/http/json.server.ts'
import { findToday, withSanitisedContent } from '#app/services/news/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { countArticles, listFullArticles } from '#db/news/articles.server.ts'

/** GET: a page of the published articles, newest first. */
export const loader = publicEndpoint(async ({ request }) => {
  const page = requirePage(request)
  const today = await findToday(db, clock)

  const rows = await Promise.all((await listFullArticles(db, { today, ...page })).map(withSanitisedContent))

  return json({ data: rows.map(toArticle), totalElements: await countArticles(db, today) })
})
