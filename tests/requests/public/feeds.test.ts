import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type App, openApp } from '#tests/support/app.ts'
import { addArticle, deleteArticles } from '#tests/support/articles.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import { openWorld } from '#tests/support/world.ts'
import { parseXml, textsOf, type XmlElement } from '#tests/support/xml.ts'

/** What is for machines alone: sitemap, robots, feed, manifest and icons. */
let app: App

beforeAll(async () => {
  app = await openApp({ now: '2025-05-14T12:00:00Z' })
  await openWorld(app)
})
afterAll(() => app.close())
afterEach(() => deleteArticles(app))

const origin = 'http://localhost:3000'
/** Not even SQLite's other character that XML lacks, U+0000, is in a text of PostgreSQL. */
const hostile = `</loc></entry>]]>&<b>"'${isOnPostgres ? '' : '\u0000'}\u0008\ufffe`
const pages = ['/', '/news', '/songs', '/terms-of-service', '/privacy-policy'].map((path) => origin + path)

function named(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

test('the tests’ own reader refuses what is not XML', () => {
  const xml = '<?xml version="1.0"?>'
  expect(textsOf(parseXml(`${xml}<a x="1"><b>&#60;&amp;</b><c/></a>`), 'b')).toEqual(['<&'])
  for (const wrong of [
    '<a>',
    '<a></b>',
    '<a>&nbsp;</a>',
    '<a>&</a>',
    '<a>\u0008</a>',
    '<a/><b/>',
    '<a x=1/>',
  ])
    expect(() => parseXml(xml + wrong), wrong).toThrow()
})

describe('the sitemap', () => {
  async function read() {
    const answer = await app.get('/sitemap.xml')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    return parseXml(answer.html)
  }

  test('holds all public pages, each of which is there', async () => {
    const map = await read()
    expect(map.attributes.get('xmlns')).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
    expect(textsOf(map, 'loc')).toEqual(pages)
    for (const page of pages) expect((await app.get(page)).status, page).toBe(200)
  })

  test('holds every published article with the day of its last change, and none of a later day', async () => {
    const ahead = await addArticle(app, { publishDate: '2025-05-14' })
    const changed = await addArticle(app, { publishDate: '2025-05-02' }, Date.parse('2025-05-09T10:00:00Z'))
    await addArticle(app, { publishDate: '2025-05-15', slug: 'later' })
    const map = await read()
    const articles = named(map, 'url').slice(pages.length)
    expect(articles.map((url) => [textsOf(url, 'loc')[0], textsOf(url, 'lastmod')[0]])).toEqual([
      [`${origin}/news/${ahead}-hello`, '2025-05-14'],
      [`${origin}/news/${changed}-hello`, '2025-05-09'],
    ])
    for (const url of textsOf(map, 'loc')) expect((await app.get(url)).status, url).toBe(200)
  })
})

test('robots keep out of what needs a visitor, and find the sitemap', async () => {
  const answer = await app.get('/robots.txt')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(answer.html.split('\n')).toEqual([
    'User-agent: *',
    ...['/game', '/admin', '/auth', '/api', '/demo'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ])
})

describe('the feed', () => {
  async function read() {
    const answer = await app.get('/feed.xml')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseXml(answer.html)
    expect([feed.name, feed.attributes.get('xmlns')]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    return feed
  }

  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

  test('has what Atom asks for, also without any article', async () => {
    const feed = await read()
    for (const name of ['id', 'title', 'updated']) expect(named(feed, name), name).toHaveLength(1)
    expect(textsOf(feed, 'updated')[0]).toMatch(instant)
    expect(textsOf(feed, 'name')).toEqual(['Douze'])
    const links = named(feed, 'link').map(({ attributes }) => [attributes.get('rel'), attributes.get('href')])
    expect(links).toEqual([
      ['self', `${origin}/feed.xml`],
      ['alternate', `${origin}/news`],
    ])
    expect(named(feed, 'entry')).toEqual([])
  })

  test('tells of an article: id, title, address, day, summary, category', async () => {
    const id = await addArticle(app, { publishDate: '2025-05-13', category: 'FANTASY_GAME' })
    const feed = await read()
    const [entry, ...others] = named(feed, 'entry')
    if (!entry) throw new Error('The feed is empty')
    expect(others).toEqual([])
    expect(textsOf(entry, 'id')).toEqual([`${origin}/news/${id}`])
    expect(textsOf(entry, 'title')).toEqual(['Hello'])
    expect(textsOf(entry, 'summary')).toEqual(['About hello.'])
    expect(named(entry, 'link')[0]?.attributes.get('href')).toBe(`${origin}/news/${id}-hello`)
    expect(textsOf(entry, 'published'), 'midnight in Basel').toEqual(['2025-05-12T22:00:00.000Z'])
    expect(textsOf(entry, 'updated')).toEqual(['2025-05-12T22:00:00.000Z'])
    expect(named(entry, 'category')[0]?.attributes.get('label')).toBe('Game')
    expect(named(feed, 'updated')[0]?.text).toBe('2025-05-12T22:00:00.000Z')
  })

  test('keeps an article’s id when its title and slug change, and says when', async () => {
    const id = await addArticle(app, { publishDate: '2025-05-02' })
    const before = textsOf(await read(), 'id')
    const updated_at = Date.parse('2025-05-03T10:00:00Z')
    await app.db
      .updateTable('articles')
      .set({ title: 'New', slug: 'new', updated_at })
      .where('id', '=', id)
      .execute()
    await app.markChanged(['news'])
    const feed = await read()
    expect(textsOf(feed, 'title')).toContain('New')
    expect(textsOf(feed, 'id')).toEqual(before)
    expect(textsOf(feed, 'updated')).toEqual(['2025-05-03T10:00:00.000Z', '2025-05-03T10:00:00.000Z'])
    const permanent = textsOf(named(feed, 'entry')[0] ?? feed, 'id')[0] ?? ''
    expect((await app.follow(await app.get(permanent))).text).toContain('New')
  })

  test('holds the 20 latest, newest first, and none of a later day', async () => {
    for (let i = 1; i <= 22; i += 1) await addArticle(app, { title: `Story ${i}` })
    await addArticle(app, { title: 'Later', publishDate: '2025-05-15' })
    const titles = named(await read(), 'entry').map((entry) => textsOf(entry, 'title')[0])
    expect(titles).toEqual(Array.from({ length: 20 }, (_, i) => `Story ${22 - i}`))
  })

  test('carries a hostile title as text, without what XML cannot carry', async () => {
    await addArticle(app, { title: hostile, summary: hostile })
    const feed = await read()
    const [entry] = named(feed, 'entry')
    if (!entry) throw new Error('The feed is empty')
    expect(textsOf(entry, 'title')).toEqual([`</loc></entry>]]>&<b>"'`])
    expect(entry.children.map((child) => child.name)).not.toContain('b')
  })
})

describe('installing', () => {
  const manifest = z
    .object({
      name: z.literal('Douze'),
      short_name: z.string().max(12),
      start_url: z.literal('/'),
      display: z.literal('standalone'),
      theme_color: z.string(),
      background_color: z.string(),
      icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
    })
    .parse(JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')))

  test('the manifest offers 192, 512 and a maskable icon', () => {
    const offered = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
    expect(offered).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  })

  test.each(manifest.icons.filter(({ type }) => type === 'image/png'))(
    '$src is what it says',
    async ({ src, sizes }) => {
      const { width, height, format } = await sharp(join('public', src)).metadata()
      expect([format, `${width}x${height}`]).toEqual(['png', sizes])
    },
  )

  test('a maskable icon is opaque to its corners', async () => {
    const { isOpaque } = await sharp('public/icons/icon-maskable-512.png').stats()
    expect(isOpaque).toBe(true)
  })

  test('the picture for links elsewhere has the size that pages tell, and is small', async () => {
    const { width, height } = await sharp('public/share.png').metadata()
    expect([width, height]).toEqual([1200, 630])
    expect(readFileSync('public/share.png').length).toBeLessThan(150_000)
  })
})
