import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrowser, startDemo } from './browser.ts'

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

describe.each([{ javaScript: true }, { javaScript: false }])(
  'with JavaScript $javaScript',
  ({ javaScript }) => {
    test('the bar moves the clock and comes back to the page', async () => {
      const page = await browser.newPage({ javaScript })
      await page.goto('/news')
      const bar = page.getByRole('complementary', { name: 'Demo clock' })
      const end = bar.getByRole('button', { name: 'After the end' })
      expect((await end.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await end.click()
      await page.getByText('The 2025 game has concluded.').waitFor()
      expect(page.url()).toBe(`${demo.origin}/news`)
      expect(await bar.getByRole('time').getAttribute('datetime')).toMatch(/^2025-05-18T08:0/)
      await bar.getByRole('button', { name: 'Before the first semi-final' }).click()
      await page.waitForURL('**/news')
      await bar.locator('[aria-current=step]', { hasText: 'Before the first semi-final' }).waitFor()
      expect(await page.getByText('The 2025 game has concluded.').count()).toBe(0)
      await page.context().close()
    })

    test('on a small screen the jumps wait behind a word, and nothing sticks out', async () => {
      const page = await browser.newPage({ javaScript, width: 320, height: 640 })
      await page.goto('/')
      const jump = page.getByRole('button', { name: 'Before the final' })
      expect(await jump.isVisible()).toBe(false)
      expect(
        (await page.getByRole('complementary', { name: 'Demo clock' }).boundingBox())?.height,
      ).toBeLessThan(60)
      await page.getByText('Jump', { exact: true }).click()
      await jump.waitFor()
      expect((await jump.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.context().close()
    })
  },
)
