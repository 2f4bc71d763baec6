import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './browser.ts'
import { see, signIn } from './visitor.ts'

/** What is true of every page, in the middle of the season, when each of them has most to show. */
let demo: Awaited<ReturnType<typeof startDemo>>
let browser: Awaited<ReturnType<typeof startBrowser>>
const visitors = new Map<string, Page>()

const articlePath = '/news/1-'
const publicPages = [
  '/',
  '/news',
  '/news?page=2',
  '/news?page=1000000000',
  articlePath,
  '/songs',
  '/terms-of-service',
  '/privacy-policy',
]
const strangerPages = [
  '/nowhere',
  '/news/999-nothing',
  '/game',
  '/game/team',
  '/game/lineup',
  '/game/results',
  '/game/leagues',
  '/game/history',
  '/admin',
]
const playerPages = [
  '/game',
  '/game?page=3',
  '/game?dialog=rules',
  '/game/lineup',
  '/game/lineup?details=AT',
  '/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT&switch=3',
  '/game/results',
  '/game/results?teamId=7',
  '/game/leagues',
  '/game/leagues?dialog=create',
  '/game/leagues?dialog=share',
  '/game/leagues?dialog=log',
  '/game/leagues?dialog=delete',
  '/game/history',
  '/game/team',
]
const newcomerPages = [
  '/game',
  '/game/team',
  '/game/team?picks=AT.EE.IT&details=SE',
  '/game/lineup',
  '/game/leagues',
]
const cases = [
  ...[...publicPages, ...strangerPages].map((path) => ['a stranger', path] as const),
  ...playerPages.map((path) => ['player', path] as const),
  ...newcomerPages.map((path) => ['player3', path] as const),
  ['admin', '/admin'] as const,
  ['admin', '/admin?round=3'] as const,
  ['admin', '/admin/news'] as const,
  ['admin', '/admin/news?page=2&delete=1'] as const,
  ['admin', '/admin/news/new'] as const,
  ['admin', '/admin/news/1'] as const,
]

beforeAll(async () => {
  demo = await startDemo()
  browser = await startBrowser(demo.origin)
  await demo.setClock('2025-05-14T12:00:00Z')
  visitors.set('a stranger', await browser.newPage())
  for (const account of ['player', 'player3', 'admin']) {
    const page = await browser.newPage()
    await signIn(page, account)
    visitors.set(account, page)
  }
})

afterAll(async () => {
  await browser?.stop()
  await demo?.stop()
})

/** Opens a page of a visitor in a new tab, and tells what it asked for and what went wrong. */
async function open(visitor: string, path: string) {
  const page = await visitors.get(visitor)?.context().newPage()
  if (!page) throw new Error(`Nobody is called ${visitor}`)
  const scripts: string[] = []
  const wrong: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
    if (!request.url().startsWith(demo.origin) && !request.url().startsWith('data:'))
      wrong.push(request.url())
  })
  page.on('requestfailed', (request) => wrong.push(`failed: ${request.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) wrong.push(response.url())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    const isDocumentStatus = message.text().includes('the server responded with a status of')
    if (['error', 'warning'].includes(message.type()) && !isDocumentStatus) wrong.push(message.text())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return { page, scripts, wrong }
}

test.each(cases)(
  '%s at %s: one heading, nothing broken, nothing from elsewhere, no sideways scroll',
  async (visitor, path) => {
    const { page, scripts, wrong } = await open(visitor, path)
    await see(page.locator('h1:visible')).toHaveCount(1)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `at ${width}`,
      ).toBeLessThanOrEqual(width)
    }
    expect(await brokenImages(page)).toEqual([])
    expect(wrong).toEqual([])
    if (!path.startsWith('/game') || visitor === 'a stranger') expect(scripts).toEqual([])
    await page.close()
  },
)

/** Lazy images too: each is scrolled to first. */
async function brokenImages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    return [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)
  })
}

const looked = [
  ['a stranger', '/'],
  ['a stranger', '/news'],
  ['a stranger', articlePath],
  ['a stranger', '/songs'],
  ['a stranger', '/privacy-policy'],
  ['a stranger', '/nowhere'],
  ['a stranger', '/news/999-nothing'],
  ['a stranger', '/game'],
  ['player', '/game'],
  ['player', '/game?dialog=rules'],
  ['player', '/game/lineup'],
  ['player', '/game/results'],
  ['player', '/game/history'],
  ['player', '/game/team'],
  ['player3', '/game/team?picks=AT.EE.IT'],
  ['player3', '/game/team?details=SE'],
  ['admin', '/admin?round=1'],
  ['admin', '/admin/news'],
  ['admin', '/admin/news?delete=1'],
  ['admin', '/admin/news/1'],
] as const

test.each(looked)('%s at %s: axe finds nothing serious, in light or dark', async (visitor, path) => {
  const { page } = await open(visitor, path)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations, passes } = await new AxeBuilder({ page }).analyze()
    expect(passes.length).toBeGreaterThan(5)
    for (const { id, impact, nodes } of violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(
          ...nodes.map((node) => `${colorScheme} ${id}: ${node.target.join(' ')} ${node.failureSummary}`),
        )
    }
  }
  expect(found).toEqual([])
  await page.close()
})

/** Both themes at both widths with `npm run test:all`; each once with `npm test`, which has 15 minutes. */
function themesAt(width: number) {
  if (process.env.EVERYTHING) return ['light', 'dark'] as const
  return width === 1280 ? (['light'] as const) : (['dark'] as const)
}

const leagueDialogs = ['create', 'share', 'rename', 'renew', 'log', 'leave', 'delete', 'remove', 'hand-over']

test.each([null, ...leagueDialogs])(
  'My Leagues, dialog %s: axe finds nothing at all, in light or dark, wide or narrow, and nothing sticks out',
  async (dialog) => {
    const { page, wrong } = await open('player', '/game/leagues')
    await page.getByText('Manage this league').click()
    const remove = page.locator('details [aria-label^="Remove "]').first()
    const teamId = /teamId=(\d+)/.exec((await remove.getAttribute('href')) ?? '')?.[1]
    if (dialog) {
      await page.goto(`/game/leagues?dialog=${dialog}&teamId=${teamId}`, { waitUntil: 'networkidle' })
      await see(page.locator('dialog:modal')).toHaveCount(1)
    }
    const found: string[] = []
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await overflow(page)).toEqual([])
      for (const colorScheme of themesAt(width)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const axe = new AxeBuilder({ page }).include(dialog ? 'dialog' : 'body')
        const { violations, passes } = await axe.analyze()
        expect(passes.length).toBeGreaterThan(5)
        for (const { id, nodes } of violations)
          found.push(...nodes.map((node) => `${width} ${colorScheme} ${id}: ${node.target.join(' ')}`))
      }
    }
    expect(found).toEqual([])
    expect(wrong).toEqual([])
    await page.close()
  },
)

/** What is wider than its own box: the page, the dialog that scrolls, a name beside its buttons. */
async function overflow(page: Page): Promise<string[]> {
  return page
    .locator('html, dialog, dialog .dlg-c, .sched li > *')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName}.${box.className}`),
    )
}

/** What came over the wire, headers included; pictures below the first screen and photos aside. */
async function weigh(page: Page, path: string): Promise<number> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const urls = new Map<string, string>()
  const weights: { url: string; bytes: number }[] = []
  wire.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    weights.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  )
  await page.goto(path, { waitUntil: 'networkidle' })
  const below = await page.evaluate(() => {
    const beneath = [...document.images].filter((image) => image.getBoundingClientRect().top > innerHeight)
    const shown = [...document.images].filter((image) => !beneath.includes(image)).map((image) => image.src)
    return beneath.map((image) => image.src).filter((url) => !shown.includes(url))
  })
  expect(weights.length, 'document, styles and fonts at least').toBeGreaterThan(3)
  return weights.reduce((sum, { url, bytes }) => (below.includes(url) ? sum : sum + bytes), 0)
}

test.each([
  [1280, 900],
  [390, 844],
])('at %i pixels the first visit of a public page weighs at most 100 kB', async (width, height) => {
  for (const path of [
    '/',
    '/news',
    articlePath,
    '/songs',
    '/terms-of-service',
    '/privacy-policy',
    '/nowhere',
  ]) {
    const page = await browser.newPage({ width, height })
    expect(await weigh(page, path), path).toBeLessThan(100_000)
    await page.context().close()
  }
})

test('the feed is XML to a browser too', async () => {
  const page = await browser.newPage()
  await page.goto('/news')
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const root = await page.evaluate(async (address) => {
      const text = await (await fetch(address)).text()
      const read = new DOMParser().parseFromString(text, 'application/xml')
      return read.querySelector('parsererror')?.textContent ?? read.documentElement.localName
    }, path)
    expect(root).toBe(path === '/feed.xml' ? 'feed' : 'urlset')
  }
  await page.context().close()
})
