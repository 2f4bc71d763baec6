import { config } from '#app/config.server.ts'
import { articleHref, findLastChangeDay } from '#app/game/article/article.ts'
import { escapeXml, xml } from '#app/http/xml.server.ts'
import { findToday } from '#app/services/news/articles.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { listSitemapArticles } from '#db/news/articles.server.ts'

const pages = ['/', '/news', '/songs', '/terms-of-service', '/privacy-policy']
/** Limit of URLs in one sitemap (sitemaps.org). */
const MAX_URLS = 50_000

export async function loader() {
  const today = await findToday(db, clock)
  const articles = await listSitemapArticles(db, { today, limit: MAX_URLS - pages.length })

  const urls = [
    ...pages.map((path) => renderUrl(path)),
    ...articles.map((article) => renderUrl(articleHref(article), findLastChangeDay(article))),
  ]
  const whole = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`
  return xml(whole, 'application/xml')
}

function renderUrl(path: string, changedOn?: string): string {
  const lastmod = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`
  return `<url><loc>${escapeXml(new URL(path, config.origin).href)}</loc>${lastmod}</url>`
}
