import { writeFileSync } from 'node:fs'
import type { Page, Request } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './browser.ts'
import { signIn } from './visitor.ts'

/**
 * What each page makes a browser fetch the first time, as it comes over the line (compressed, without headers), and
 * how far things move while it arrives. WRITE_BUDGETS=1 writes what was weighed into docs/budgets.md.
 */
const budgets = { publicScript: 0, gameScript: 110_000, styles: 15_000, shift: 0.0005 }

interface Weight {
  path: string
  script: number
  styles: number
  fonts: number
  shift: number
}

let demo: Awaited<ReturnType<typeof startDemo>>
let browser: Awaited<ReturnType<typeof startBrowser>>
const weighed: Weight[] = []

beforeAll(async () => {
  demo = await startDemo()
  browser = await startBrowser(demo.origin)
})

afterAll(async () => {
  await browser?.stop()
  await demo?.stop()
  if (process.env.WRITE_BUDGETS === '1') writeFileSync('docs/budgets.md', describe(weighed))
})

test('public pages need no script, few styles, and nothing moves', async () => {
  const page = await browser.newPage({ width: 390, height: 844 })
  await page.goto('/news')
  const article = await page.getByRole('main').getByRole('link').first().getAttribute('href')
  const paths = [
    '/',
    '/news',
    article ?? '',
    '/songs',
    '/terms-of-service',
    '/privacy-policy',
    '/nowhere',
    '/game',
  ]
  for (const path of paths) {
    const weight = await weigh(page, path)
    expect(weight, path).toMatchObject({ script: budgets.publicScript })
    expectLight(weight)
  }
  await page.context().close()
})

test.each([
  ['player', ['/game', '/game/team', '/game/lineup', '/game/results', '/game/leagues']],
  ['admin', ['/admin', '/admin/news', '/admin/news/new']],
])('the pages of %s keep to their script and styles, and nothing moves', async (account, paths) => {
  const page = await browser.newPage({ width: 390, height: 844 })
  await signIn(page, account)
  for (const path of paths) {
    const weight = await weigh(page, path)
    expect(weight.script, path).toBeLessThanOrEqual(budgets.gameScript)
    expectLight(weight)
  }
  await page.context().close()
})

function expectLight(weight: Weight): void {
  expect(weight.styles, weight.path).toBeGreaterThan(1000)
  expect(weight.styles, weight.path).toBeLessThanOrEqual(budgets.styles)
  expect(weight.shift, weight.path).toBeLessThanOrEqual(budgets.shift)
}

/** A first visit: nothing is kept from the page before, and the faces come only after the first text was painted. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const loads: Request[] = []
  const count = (request: Request) => void loads.push(request)
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  page.on('requestfinished', count)
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }).count(), path).resolves.toBe(1)
  const shift = await page.evaluate(readShift)
  page.off('requestfinished', count)
  await page.unroute('**/*.woff2')
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

A test fails when a page passes its budget (\`tests/e2e/budgets.test.ts\`, part of \`npm test\`): public pages and the sign-in card
ship no script, the others at most 110,000 bytes of it; no page more than 15,000 bytes of styles; nothing moves while a
page arrives, even when the faces come after the text. Bytes of a first visit at 390 pixels, compressed, as they come over
the line; where a page has no script it says 0. No script is needed to act.

\`WRITE_BUDGETS=1 npm test -- tests/e2e/budgets.test.ts\` weighs anew and writes this page.

| page | script, bytes | styles, bytes | fonts, bytes | layout shift |
| ---- | ------------: | ------------: | -----------: | -----------: |
${rows.join('\n')}
`
}
