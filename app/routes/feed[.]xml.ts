import { config } from '#app/config.server.ts'
import { articleHref, categoryLabels } from '#app/game/article/article.ts'
import { startOfDay } from '#app/game/time/instant.ts'
import { todayOf } from '#app/game/time/today.ts'
import { escapeXml, xml } from '#app/http/xml.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { type FeedArticle, listFeedArticles } from '#db/news/articles.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

const MAX_ENTRIES = 20

/** The latest news as an Atom feed (RFC 4287). */
export async function loader() {
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)
  const articles = await listFeedArticles(db, { today, limit: MAX_ENTRIES })

  const entries = articles.map((article) => {
    const publishedAt = startOfDay(article.publishDate, game?.timeZone ?? 'UTC')
    return { ...article, publishedAt, changedAt: Math.max(publishedAt, article.updatedAt) }
  })
  return xml(renderFeed(entries), 'application/atom+xml')
}

interface Entry extends FeedArticle {
  /** Epoch ms: the start of its publish date, and its last update. */
  publishedAt: number
  changedAt: number
}

function renderFeed(entries: readonly Entry[]): string {
  const changedAt = Math.max(0, ...entries.map((entry) => entry.changedAt))
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    '<title>Douze news</title>',
    '<subtitle>News &amp; Updates of the fantasy game for the Eurovision Song Contest</subtitle>',
    `<id>${toAbsoluteUrl('/feed.xml')}</id>`,
    `<updated>${new Date(changedAt).toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${toAbsoluteUrl('/feed.xml')}"/>`,
    `<link rel="alternate" type="text/html" href="${toAbsoluteUrl('/news')}"/>`,
    `<icon>${toAbsoluteUrl('/icons/icon-192.png')}</icon>`,
    '<author><name>Douze</name></author>',
    ...entries.map(renderEntry),
    '</feed>',
  ].join('\n')
}

/** The id is the URL without the slug, so that a new title makes no new entry. */
function renderEntry(entry: Entry): string {
  return [
    '<entry>',
    `<id>${toAbsoluteUrl(`/news/${entry.id}`)}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${toAbsoluteUrl(articleHref(entry))}"/>`,
    `<published>${new Date(entry.publishedAt).toISOString()}</published>`,
    `<updated>${new Date(entry.changedAt).toISOString()}</updated>`,
    `<category term="${entry.category}" label="${escapeXml(categoryLabels[entry.category])}"/>`,
    `<summary>${escapeXml(entry.summary)}</summary>`,
    '</entry>',
  ].join('\n')
}

function toAbsoluteUrl(path: string): string {
  return escapeXml(new URL(path, config.origin).href)
}
