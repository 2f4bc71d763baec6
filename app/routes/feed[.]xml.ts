import { config } from '#app/config.server.ts'
import { articleHref, categoryLabels } from '#app/game/article.ts'
import { startOfDay } from '#app/game/instant.ts'
import { todayOf } from '#app/http/today.server.ts'
import { escapeXml, xml } from '#app/http/xml.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { type ArticleEntry, listArticleEntries } from '#db/published-articles.server.ts'

const LATEST = 20

/** The latest news as an Atom feed (RFC 4287). */
export async function loader() {
  const game = await findActiveGame(db)
  const today = todayOf(await clock(db), game)
  const articles = await listArticleEntries(db, { today, limit: LATEST })

  const entries = articles.map((article) => datedIn(game?.timeZone ?? 'UTC', article))
  return xml(feed(entries), 'application/atom+xml')
}

interface Entry extends ArticleEntry {
  /** Epoch ms: the beginning of its day, and when it was last new. */
  publishedAt: number
  changedAt: number
}

function datedIn(timeZone: string, article: ArticleEntry): Entry {
  const publishedAt = startOfDay(article.publishDate, timeZone)
  return { ...article, publishedAt, changedAt: Math.max(publishedAt, article.updatedAt) }
}

function feed(entries: readonly Entry[]): string {
  const changedAt = Math.max(0, ...entries.map((entry) => entry.changedAt))
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    '<title>Douze news</title>',
    '<subtitle>News &amp; Updates of the fantasy game for the Eurovision Song Contest</subtitle>',
    `<id>${address('/feed.xml')}</id>`,
    `<updated>${new Date(changedAt).toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${address('/feed.xml')}"/>`,
    `<link rel="alternate" type="text/html" href="${address('/news')}"/>`,
    `<icon>${address('/icons/icon-192.png')}</icon>`,
    '<author><name>Douze</name></author>',
    ...entries.map(entryElement),
    '</feed>',
  ].join('\n')
}

/** The id is the address without the slug: a new title makes no new article. */
function entryElement(entry: Entry): string {
  return [
    '<entry>',
    `<id>${address(`/news/${entry.id}`)}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${address(articleHref(entry))}"/>`,
    `<published>${new Date(entry.publishedAt).toISOString()}</published>`,
    `<updated>${new Date(entry.changedAt).toISOString()}</updated>`,
    `<category term="${entry.category}" label="${escapeXml(categoryLabels[entry.category])}"/>`,
    `<summary>${escapeXml(entry.summary)}</summary>`,
    '</entry>',
  ].join('\n')
}

function address(path: string): string {
  return escapeXml(new URL(path, config.origin).href)
}
