import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './support/browser.ts'
import { expectPage, signIn } from './support/page-helpers.ts'

/** The demo as its command starts it. Its bar needs no script on any page. */
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

test('signing in by hand leads to a team', async () => {
  const page = await browser.newPage()
  await signIn(page, 'player')
  await expectPage(page.locator('main')).toContainText('Lights of Basel')
})

test('the bar moves the clock and returns to the page', async () => {
  const page = await browser.newPage({ javaScript: false })
  await page.goto('/news')
  const bar = page.getByRole('complementary', { name: 'Demo clock' })
  const end = bar.getByRole('button', { name: 'After the end' })
  expect((await end.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await end.click()
  await expectPage(page.getByText('The 2025 game has concluded.')).toBeVisible()
  await expectPage(page).toHaveURL('/news')
  await expectPage(bar.getByRole('time')).toHaveAttribute('datetime', /^2025-05-18T08:0/)
  await bar.getByRole('button', { name: 'Before the first semi-final' }).click()
  await expectPage(bar.locator('[aria-current=step]')).toHaveText('Before the first semi-final')
  await expectPage(page).toHaveURL('/news')
  await expectPage(page.getByText('The 2025 game has concluded.')).toHaveCount(0)
})

test('on a small screen the jumps are in a menu, and nothing overflows', async () => {
  const page = await browser.newPage({ javaScript: false, width: 320, height: 640 })
  await page.goto('/')
  const bar = page.getByRole('complementary', { name: 'Demo clock' })
  const jump = bar.getByRole('button', { name: 'Before the final' })
  await expectPage(bar).toBeVisible()
  await expectPage(jump).toBeHidden()
  expect((await bar.boundingBox())?.height).toBeLessThan(60)
  await page.getByText('Jump', { exact: true }).click()
  await expectPage(jump).toBeVisible()
  expect((await jump.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
