import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { startBrowser } from './browser.ts'
import { startGame } from './game.ts'
import { axeFinds, brokenImages, linkFaults, outlineFaults, overflow, smallTargets } from './looks.ts'
import { type State, states } from './states.ts'
import { button, hydrated } from './visitor.ts'

/** What is true of every page in every state: the table stands in states.ts, what is looked for in looks.ts. */
let game: Awaited<ReturnType<typeof startGame>>
let browser: Awaited<ReturnType<typeof startBrowser>>
let now = ''
let missing: State['without']
const visitors = new Map<string, Page>()
/** What the page that is open asked for, and what went wrong. */
const heard: { scripts: string[]; wrong: string[] } = { scripts: [], wrong: [] }

beforeAll(async () => {
  game = await startGame()
  browser = await startBrowser(game.origin)
  visitors.set('a stranger', await browser.newPage())
  for (const account of ['player', 'player3', 'admin'] as const) {
    const page = await browser.newPage()
    await game.openAs(page, account)
    if (account !== 'player3') await button(page, 'Accept All').press('Enter')
    visitors.set(account, page)
  }
  for (const page of visitors.values()) listen(page)
})

afterAll(async () => {
  await browser?.stop()
  await game?.stop()
})

function listen(page: Page) {
  page.on('request', (request) => {
    if (request.resourceType() === 'script') heard.scripts.push(request.url())
    if (!request.url().startsWith(game.origin) && !request.url().startsWith('data:'))
      heard.wrong.push(request.url())
  })
  page.on('requestfailed', (request) => {
    // Script takes back what it no longer needs, after a redirect for instance.
    const isTakenBack =
      request.resourceType() === 'fetch' && request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!isTakenBack) heard.wrong.push(`failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      if (response.request().method() === 'GET') heard.wrong.push(response.url())
  })
  page.on('pageerror', (error) => heard.wrong.push(error.message))
  page.on('console', (message) => {
    const isStatus = message.text().includes('the server responded with a status of')
    if (['error', 'warning'].includes(message.type()) && !isStatus) heard.wrong.push(message.text())
  })
}

const tables = ['articles', 'teams', 'round_scores']

/** Gives back what the state before was without, and takes away what this one is. */
async function takeAway(without: State['without']) {
  const db = openDatabase(game.databaseFile)
  try {
    const isActive = without === 'a game' ? 0 : 1
    await db.updateTable('games').set({ is_active: isActive }).where('year', '=', 2025).execute()
    if (missing === 'its tables') for (const table of tables) await rename(db, `${table}_away`, table)
    if (without === 'its tables') for (const table of tables) await rename(db, table, `${table}_away`)
  } finally {
    await db.destroy()
  }
}

function rename(db: Db, from: string, to: string) {
  return sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
}

/** Brings the game to the state's instant, and takes away what it is without. */
async function arrange({ at, without }: Pick<State, 'at' | 'without'>) {
  if (at !== now) await game.setClock(at)
  if (without !== missing) await takeAway(without)
  now = at
  missing = without
}

async function open(state: State): Promise<Page> {
  await arrange(state)
  const page = visitors.get(state.who)
  if (!page) throw new Error(`Nobody is called ${state.who}`)
  heard.scripts = []
  heard.wrong = []
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(state.path)
  if ((await page.locator('script[nonce]').count()) > 0) await hydrated(page)
  await state.act?.(page)
  return page
}

/** Both themes at both widths with `npm run test:all`; with `npm test` each state has one of the four in turn. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
] as const

function looksAt(index: number) {
  return process.env.EVERYTHING ? looks : [looks[index % looks.length] ?? looks[0]]
}

function nameOf({ who, path, then, at, without }: State): string {
  return [`${who} at ${path} on ${at.slice(0, 10)}`, then, without && `without ${without}`]
    .filter(Boolean)
    .join(', ')
}

test.each(states.map((state, index) => ({ ...state, index, name: nameOf(state) })))(
  '$name: well built, nothing broken, and axe finds nothing',
  async (state) => {
    const page = await open(state)
    const complaints = [
      ...(await outlineFaults(page)),
      ...(await linkFaults(page)),
      ...(await brokenImages(page)),
    ]
    for (const width of [390, 320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      complaints.push(...(await overflow(page)).map((box) => `${box} at ${width}`))
    }
    for (const { width, colorScheme } of looksAt(state.index)) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      complaints.push(...(await smallTargets(page)).map((target) => `${target} at ${width}`))
      complaints.push(...(await axeFinds(page)).map((found) => `${colorScheme} at ${width}: ${found}`))
    }
    expect([...complaints, ...heard.wrong].join('\n')).toBe('')
    const hydrates = state.path.startsWith('/game') && state.who !== 'a stranger'
    if (!hydrates) expect(heard.scripts).toEqual([])
  },
)

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
  await arrange({ at: now })
  for (const path of [
    '/',
    '/news',
    '/news/1-',
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
  await arrange({ at: now })
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
