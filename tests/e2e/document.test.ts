import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './browser.ts'

/** What only a real browser can tell about every page: its policy holds, and script comes only where it is needed. */
let demo: Awaited<ReturnType<typeof startDemo>>
let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  demo = await startDemo()
  browser = await startBrowser(demo.origin)
})

afterAll(async () => {
  await browser?.stop()
  await demo?.stop()
})

/** Opens a page and tells what it loaded and what the browser complained about. */
async function watch(path: string) {
  const page = await browser.newPage()
  const complaints: string[] = []
  const scripts: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
    if (!request.url().startsWith(demo.origin) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return { page, complaints, scripts, elsewhere }
}

test.each(['/', '/news', '/songs', '/terms-of-service', '/privacy-policy', '/nowhere', '/game'])(
  'a stranger at %s loads no script, nothing from elsewhere, and the policy is kept',
  async (path) => {
    const { page, complaints, scripts, elsewhere } = await watch(path)
    expect(await page.locator('h1').count()).toBeGreaterThan(0)
    expect({ complaints, scripts, elsewhere }).toEqual({ complaints: [], scripts: [], elsewhere: [] })
    await page.context().close()
  },
)

test.each([320, 1280])('at %i pixels no page scrolls sideways', async (width) => {
  const page = await browser.newPage({ width })
  for (const path of ['/', '/news', '/songs', '/game']) {
    await page.goto(path)
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(content, path).toBeLessThanOrEqual(window ?? 0)
  }
  await page.context().close()
})

test.each([true, false])(
  'the local provider signs a player in (JavaScript %s), and game pages hydrate cleanly',
  async (javaScript) => {
    const page = await browser.newPage({ javaScript })
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto('/game/team')
    complaints.length = 0
    await page.getByRole('button', { name: 'Sign in / Create account' }).first().click()
    await page.getByLabel('Username').fill('player')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button').first().click()
    await page.waitForURL('**/game/team')
    await page.getByRole('button', { name: 'Save Team' }).waitFor()
    for (const path of ['/game', '/game/lineup', '/game/leagues', '/game/team']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await page.locator('script[src], link[rel=modulepreload]').count(), path).toBeGreaterThan(0)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  },
)
