import { writeFileSync } from 'node:fs'
import type { Cookie, Request } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { startGame } from './game.ts'
import { signIn } from './visitor.ts'

/**
 * What each page makes a browser fetch the first time, as it comes over the line (compressed, without headers), and
 * how far things move while it arrives. WRITE_BUDGETS=1 writes what was weighed into docs/budgets.md.
 */
const most = { script: 110_000, styles: 15_000, shift: 0.0005 }

interface Weight {
  path: string
  script: number
  styles: number
  fonts: number
  shift: number
}

let game: Awaited<ReturnType<typeof startGame>>
let browser: Awaited<ReturnType<typeof startBrowser>>
const weighed: Weight[] = []

beforeAll(async () => {
  game = await startGame()
  browser = await startBrowser(game.origin)
})

afterAll(async () => {
  await browser?.stop()
  await game?.stop()
  if (process.env.WRITE_BUDGETS === '1') writeFileSync('docs/budgets.md', describe(weighed))
})

test('public pages need no script, few styles, and nothing moves', async () => {
  const page = await browser.newPage()
  await page.goto('/news')
  const article = await page.getByRole('main').getByRole('link').first().getAttribute('href')
  await page.context().close()
  const legal = ['/terms-of-service', '/privacy-policy']
  for (const path of ['/', '/news', article ?? '', '/songs', ...legal, '/nowhere', '/game']) {
    const weight = await weigh(path)
    expect(weight, path).toMatchObject({ script: 0 })
    expectLight(weight)
  }
})

test('pages of the game keep to their script and styles, and nothing moves', async () => {
  const cookies = await cookiesOf('player')
  for (const path of ['/game', '/game/team', '/game/lineup', '/game/leagues', '/game/results']) {
    // A team changes before the first deadline only, and there are results only after it.
    if (path === '/game/results') await game.setClock('2025-05-14T12:00:00Z')
    const weight = await weigh(path, cookies)
    expect(weight.script, path).toBeGreaterThan(10_000)
    expect(weight.script, path).toBeLessThanOrEqual(most.script)
    expectLight(weight)
  }
})

test('pages of the administration need no script, few styles, and nothing moves', async () => {
  const cookies = await cookiesOf('admin')
  for (const path of ['/admin', '/admin/news', '/admin/news/new']) {
    const weight = await weigh(path, cookies)
    expect(weight, path).toMatchObject({ script: 0 })
    expectLight(weight)
  }
})

async function cookiesOf(account: string): Promise<Cookie[]> {
  const page = await browser.newPage({ javaScript: false })
  await signIn(page, account)
  const cookies = await page.context().cookies()
  await page.context().close()
  return cookies
}

function expectLight(weight: Weight): void {
  expect(weight.styles, weight.path).toBeGreaterThan(1000)
  expect(weight.styles, weight.path).toBeLessThanOrEqual(most.styles)
  expect(weight.shift, weight.path).toBeLessThanOrEqual(most.shift)
}

/** A first visit, in a browser that was never here; the faces come only after the first text was painted. */
async function weigh(path: string, cookies: Cookie[] = []): Promise<Weight> {
  const page = await browser.newPage({ width: 390, height: 844 })
  await page.context().addCookies(cookies)
  const loads: Request[] = []
  page.on('requestfinished', (request) => void loads.push(request))
  let release = () => {}
  const painted = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await painted
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  release()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
  const shift = await page.evaluate(readShift)
  const bytes = async (type: string) => {
    const sizes = await Promise.all(
      loads.filter((load) => load.resourceType() === type).map((load) => load.sizes()),
    )
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
  const weight = {
    path: path.replace(/^\/news\/.+/, '/news/an-article'),
    script: await bytes('script'),
    styles: await bytes('stylesheet'),
    fonts: await bytes('font'),
    shift,
  }
  await page.context().close()
  weighed.push(weight)
  return weight
}

/** In the page: how far things moved since it began, once its faces are there and drawn. */
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
    ({ path, script, styles, fonts, shift }) =>
      `| ${path} | ${[script, styles, fonts].map((bytes) => bytes.toLocaleString('en')).join(' | ')} | ${shift.toFixed(4)} |`,
  )
  return `# What each page weighs

A test fails when a page passes its budget (\`tests/e2e/budgets.test.ts\`, part of \`npm test\`): public pages, the sign-in card and the
administration ship no script, the game's pages at most 110,000 bytes of it; no page more than 15,000 bytes of styles; nothing moves while a
page arrives, even when the faces come after the text. Bytes of a first visit at 390 pixels, compressed, as they come over
the line (brotli). No script is needed to act.

\`WRITE_BUDGETS=1 npm test -- tests/e2e/budgets.test.ts\` weighs anew and writes this page.

| page | script, bytes | styles, bytes | fonts, bytes | layout shift |
| ---- | ------------: | ------------: | -----------: | -----------: |
${rows.join('\n')}
`
}
