import { writeFileSync } from 'node:fs'
import type { Page, Request } from 'playwright/test'
import { afterAll, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { expectPage, waitForHydration } from './support/page-helpers.ts'

/**
 * The bytes of each page's first visit (compressed, without headers), and its layout shift. WRITE_BUDGETS=1 writes the
 * measurements to docs/budgets.md.
 */
const limits = {
  script: 100_000,
  /** Its error boundary is that of the administration. One build differs from the next by a hundred bytes: names of files. */
  deskScript: 102_400,
  files: 12,
  styles: 14_000,
  shift: 0.0005,
  publicPage: 60_000,
  /** Songs shows one more font on its first screen; the sign-in card lies above a page of the game: its styles and six flags. */
  largerPages: new Map([
    ['/songs', 85_000],
    ['/game', 71_500],
  ]),
}

interface Weight {
  path: string
  script: number
  /** The number of script files: many small ones start later, and are larger together. */
  files: number
  /** The document; a public one contains its styles. */
  document: number
  /** Linked style sheets. */
  styles: number
  fonts: number
  /** The document and everything that its first screen needs, with headers; without the pictures below it. */
  whole: number
  shift: number
}

setUpGame()
const weights: Weight[] = []

afterAll(async () => {
  if (process.env.WRITE_BUDGETS === '1') writeFileSync('docs/budgets.md', describe(weights))
})

/** Wide windows show more on the first screen; only `npm run test:all` checks them. */
const widths = process.env.EVERYTHING ? [390, 1280] : [390]

test.each(widths)(
  'public pages need no script, few styles, at most 100 kB, and nothing moves (%i)',
  async (width) => {
    const page = await browser.newPage()
    await page.goto('/news')
    const article = await page.getByRole('main').getByRole('link').first().getAttribute('href')
    await page.context().close()
    const legal = ['/terms-of-service', '/privacy-policy']
    for (const path of ['/', '/news', article ?? '', '/songs', ...legal, '/nowhere', '/game']) {
      const weight = await weigh(path, { width })
      expect(weight, path).toMatchObject({ script: 0 })
      if (path !== '/game') expect(weight, path).toMatchObject({ styles: 0 })
      expect(weight.whole, path).toBeLessThan(limits.largerPages.get(path) ?? limits.publicPage)
      expectWithinBudget(weight)
    }
  },
)

test('game pages stay within their budgets of script, files and styles, without layout shifts', async () => {
  for (const path of ['/game', '/game/team', '/game/lineup', '/game/leagues', '/game/results']) {
    // A team can change only before the first deadline, and there are results only after it.
    if (path === '/game/results') await game.setClock('2025-05-14T12:00:00Z')
    const weight = await weigh(path, { account: 'player' })
    expect(weight.script, path).toBeGreaterThan(10_000)
    expect(weight.script, path).toBeLessThanOrEqual(limits.script)
    expect(weight.files, path).toBeLessThanOrEqual(limits.files)
    expectWithinBudget(weight)
  }
})

test('a game page loads its modules once it has its styles, so that text comes first', async () => {
  const page = await browser.newPage({ width: 390, height: 844 })
  const modules: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') modules.push(request.url())
  })
  let release = () => {}
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.css', async (route) => {
    await hold
    await route.continue()
  })
  await game.openAs(page, 'player', '/game', 'commit')
  await page.waitForSelector('footer', { state: 'attached' })
  expect(modules).toEqual([])
  release()
  await waitForHydration(page)
  expect(modules.length).toBeGreaterThan(3)
  await page.context().close()
})

test('admin pages need no script and few styles, without layout shifts; the desk has the script of a game page', async () => {
  for (const path of ['/admin', '/admin/news', '/admin/news/new']) {
    const weight = await weigh(path, { account: 'admin' })
    expect(weight, path).toMatchObject({ script: 0 })
    expectWithinBudget(weight)
  }
  const desk = await weigh('/admin/desk', { account: 'admin' })
  expect(desk.script).toBeGreaterThan(10_000)
  expect(desk.script).toBeLessThanOrEqual(limits.deskScript)
  expect(desk.files).toBeLessThanOrEqual(limits.files)
  expectWithinBudget(desk)
})

function expectWithinBudget(weight: Weight): void {
  expect(weight.document, weight.path).toBeGreaterThan(1000)
  expect(weight.styles, weight.path).toBeLessThanOrEqual(limits.styles)
  expect(weight.shift, weight.path).toBeLessThanOrEqual(limits.shift)
}

/** Measures a first visit with an empty browser cache; fonts load after the first paint. */
async function weigh(path: string, { account = '', width = 390 } = {}): Promise<Weight> {
  const page = await browser.newPage({ width, height: 844 })
  const loads: Request[] = []
  page.on('request', (request) => void loads.push(request))
  const release = await holdFonts(page)
  if (account) await game.openAs(page, account, path, 'commit')
  else await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  release()
  await page.waitForLoadState('load')
  if (account === 'player') await waitForTimeZone(page)
  expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
  const shift = await page.evaluate(readShift)
  const below = await listImagesBelow(page)
  const sizes = await Promise.all(
    loads.map(async (load) => ({ load, type: load.resourceType(), ...(await load.sizes()) })),
  )
  const bytes = (type: string) =>
    sizes.reduce((sum, load) => (load.type === type ? sum + load.responseBodySize : sum), 0)
  const weight = {
    path: path.replace(/^\/news\/.+/, '/news/an-article'),
    script: bytes('script'),
    files: sizes.filter(({ type }) => type === 'script').length,
    document: bytes('document'),
    styles: bytes('stylesheet'),
    fonts: bytes('font'),
    whole: sizes
      .filter(({ load }) => !below.includes(load.url()))
      .reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      ),
    shift,
  }
  await page.context().close()
  if (width === 390) weights.push(weight)
  return weight
}

/** Holds all fonts until the returned function is called. */
async function holdFonts(page: Page): Promise<() => void> {
  let release = () => {}
  const painted = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await painted
    await route.continue()
  })
  return release
}

/** Script stores the time zone, and the page is revalidated with new times: that must not move anything either. */
async function waitForTimeZone(page: Page): Promise<void> {
  await waitForHydration(page)
  await expectPage(page.locator('main time', { hasText: 'UTC' }).first()).toBeVisible()
}

/** The addresses of images that are only below the first screen. */
function listImagesBelow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const beneath = [...document.images].filter((image) => image.getBoundingClientRect().top > innerHeight)
    const shown = [...document.images].filter((image) => !beneath.includes(image)).map((image) => image.src)
    return beneath.map((image) => image.src).filter((url) => !shown.includes(url))
  })
}

/** In the page: the layout shift so far, once its fonts are painted. */
async function readShift(): Promise<number> {
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  let sum = 0
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  await new Promise((resolve) => setTimeout(resolve))
  for (const entry of observer.takeRecords()) if ('value' in entry) sum += Number(entry.value)
  return sum
}

function describe(weights: readonly Weight[]): string {
  const rows = weights.map(
    ({ path, script, files, document, styles, fonts, whole, shift }) =>
      `| ${path} | ${[script, files, document, styles, fonts, whole].map((bytes) => bytes.toLocaleString('en')).join(' | ')} | ${shift.toFixed(4)} |`,
  )
  return `# What each page weighs

A test fails when a page passes its budget (\`tests/e2e/budgets.test.ts\`, part of \`npm test\`): public pages, the sign-in card and the
administration ship no script, the game's pages at most 100,000 bytes of it (the desk 102,400) in at most 12 files, and 14,000 bytes of linked styles; a public page
contains its styles, and its first screen needs at most 60,000 bytes in all (songs 85,000, the sign-in card 70,000), headers included; nothing moves while a page arrives, even when the faces come after the text. Bytes of a first visit at 390 pixels, compressed, as they come over
the line (brotli). No script is needed to act.

\`WRITE_BUDGETS=1 npm test -- tests/e2e/budgets.test.ts\` weighs anew and writes this page.

| page | script, bytes | its files | document, bytes | linked styles, bytes | fonts, bytes | first screen in all | layout shift |
| ---- | ------------: | --------: | -----------------: | ------------: | -----------: | ------------------: | -----------: |
${rows.join('\n')}
`
}
