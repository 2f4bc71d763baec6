import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { addArticle, deleteArticles } from '#tests/support/articles.ts'
import { tagsOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** What machines read in the head of a public page: titles, descriptions, one address, Open Graph, JSON-LD. */
let app: App

beforeAll(async () => {
  app = await openApp({ now: '2025-05-14T12:00:00Z' })
  await openWorld(app)
})
afterAll(() => app.close())
afterEach(() => deleteArticles(app))

const origin = 'http://localhost:3000'

/** Everything the head says, each thing once: a repeated one is an error. */
function headOf({ html }: PageResponse): Map<string, string> {
  const [head = ''] = html.split('</head>')
  const said = [
    ...tagsOf(head, 'meta').map((tag) => [tag.get('name') ?? tag.get('property') ?? '', tag.get('content')]),
    ...tagsOf(head, 'link').map((tag) => [`link:${tag.get('rel')}`, tag.get('href')]),
    ...[...head.matchAll(/<title>([\s\S]*?)<\/title>/g)].map(([, title = '']) => ['title', textOf(title)]),
  ]
  const once = ['title', 'description', 'og:title', 'og:url', 'og:image', 'link:canonical', 'link:manifest']
  for (const name of once) expect(said.filter(([each]) => each === name).length, name).toBeLessThan(2)
  return new Map(said.map(([name = '', value = '']) => [name, value]))
}

/** The page's JSON-LD, as a crawler parses it. */
function dataOf({ html }: PageResponse): unknown[] {
  const found = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return [...found].map(([, json = '']) => JSON.parse(json))
}

const pages = [
  ['/', 'Douze – the fantasy game for the Eurovision Song Contest', '/'],
  ['/news', 'News & Updates – Douze', '/news'],
  ['/news?page=2', 'News & Updates – Douze', '/news'],
  ['/songs', 'Songs of 2025 – Douze', '/songs'],
  ['/songs?play=SE', 'Songs of 2025 – Douze', '/songs'],
  ['/terms-of-service', 'Terms of Service – Douze', '/terms-of-service'],
  ['/privacy-policy', 'Privacy Policy – Douze', '/privacy-policy'],
] as const

test.each(pages)(
  '%s has a title, a description, one address and the site’s picture',
  async (path, title, address) => {
    const head = headOf(await app.get(path))
    expect(head.get('title')).toBe(title)
    expect(head.get('description')).toMatch(/^.{40,200}$/)
    expect(head.get('link:canonical')).toBe(origin + address)
    expect(head.get('og:url')).toBe(origin + address)
    expect(head.get('og:type')).toBe('website')
    expect(head.get('og:site_name')).toBe('Douze')
    expect(head.get('og:title')).toMatch(/\w/)
    expect(head.get('og:description')).toBe(head.get('description'))
    expect(head.get('og:image')).toBe(`${origin}/share.png`)
    expect(head.get('twitter:card')).toBe('summary_large_image')
  },
)

test('no two pages share a description', async () => {
  const paths = ['/', '/news', '/songs', '/terms-of-service', '/privacy-policy']
  const said = await Promise.all(paths.map(async (path) => headOf(await app.get(path)).get('description')))
  expect(new Set(said).size).toBe(paths.length)
})

test.each(['/', '/news', '/game', '/nowhere'])(
  '%s leads to the feed, the manifest and the icons',
  async (path) => {
    const head = headOf(await app.get(path))
    expect(head.get('link:alternate')).toBe('/feed.xml')
    expect(head.get('link:manifest')).toBe('/manifest.webmanifest')
    expect(head.get('link:apple-touch-icon')).toBe('/icons/apple-touch-icon.png')
  },
)

test('home says whose site it is', async () => {
  expect(dataOf(await app.get('/'))).toEqual([
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: 'Douze',
      url: `${origin}/`,
    }),
  ])
})

test.each(['/nowhere', '/news/999-x', '/game'])('%s claims no address', async (path) => {
  const answer = await app.get(path)
  const head = headOf(answer)
  expect(head.get('title')).toMatch(/ – Douze$/)
  expect([head.get('link:canonical'), head.get('og:url')]).toEqual([undefined, undefined])
  expect(dataOf(answer)).toEqual([])
})

describe('an article', () => {
  const article = {
    title: 'JJ & “Wasted Love”',
    slug: 'jj-wasted-love',
    summary: 'Austria wins.',
    publishDate: '2025-05-13',
  }

  test('tells its title, summary, day and address', async () => {
    const savedAt = Date.parse('2025-05-13T20:00:00Z')
    const id = await addArticle(app, article, savedAt)
    const url = `${origin}/news/${id}-jj-wasted-love`
    const answer = await app.get(url)
    const head = headOf(answer)
    expect(head.get('title')).toBe(`${article.title} – Douze`)
    expect(head.get('description')).toBe('Austria wins.')
    expect(head.get('link:canonical')).toBe(url)
    expect(head.get('og:type')).toBe('article')
    expect(head.get('og:title')).toBe(article.title)
    expect(head.get('og:image')).toBe(`${origin}/share.png`)
    expect(dataOf(answer)).toEqual([
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        headline: article.title,
        description: 'Austria wins.',
        image: [`${origin}/share.png`],
        datePublished: '2025-05-13',
        dateModified: '2025-05-13',
        url,
        mainEntityOfPage: url,
      }),
    ])
  })

  test('with a photo shows that photo elsewhere too', async () => {
    const id = await addArticle(app, { ...article, imageUrl: '/images/x.webp' })
    const answer = await app.get(`/news/${id}-jj-wasted-love`)
    expect(headOf(answer).get('og:image')).toBe(`${origin}/images/x.webp`)
    expect(headOf(answer).has('og:image:width'), 'the size of another picture').toBe(false)
    expect(dataOf(answer)).toEqual([expect.objectContaining({ image: [`${origin}/images/x.webp`] })])
  })

  test('written ahead is new on its day; changed later, on the day of the change', async () => {
    const ahead = await addArticle(app, article, Date.parse('2025-05-01T00:00:00Z'))
    const changed = await addArticle(app, article, Date.parse('2025-05-14T09:00:00Z'))
    const dates = z.array(z.object({ dateModified: z.string() }))
    const modified = async (id: number) =>
      dates.parse(dataOf(await app.get(`/news/${id}-jj-wasted-love`)))[0]?.dateModified
    expect(await modified(ahead)).toBe('2025-05-13')
    expect(await modified(changed)).toBe('2025-05-14')
  })

  test('with a hostile title and summary says them, and does nothing', async () => {
    const hostile = `</script><b onclick="x()">&amp;'"</title><!--`
    const id = await addArticle(app, { ...article, title: hostile, summary: `${hostile} \u2028` })
    const answer = await app.get(`/news/${id}-jj-wasted-love`)
    expect(answer.html).not.toContain('<b onclick')
    expect(answer.html.match(/<\/script>/g)).toHaveLength(1)
    expect(dataOf(answer)).toEqual([
      expect.objectContaining({ headline: hostile, description: `${hostile} \u2028` }),
    ])
    expect(headOf(answer).get('og:title')).toBe(hostile)
  })
})
