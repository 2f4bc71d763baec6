import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage } from './support/page-helpers.ts'

/** A league's screen on a television, four metres away (D39). */
setUpGame()
let path = ''

beforeAll(async () => {
  await game.setClock('2025-05-13T20:45:00Z')
  const desk = await browser.newPage()
  await game.openAs(desk, 'admin', '/admin?round=1')
  await desk.getByRole('textbox', { name: 'Estonia', exact: true }).fill('50')
  await button(desk, 'Save and publish live').press('Enter')
  await expectPage(desk.getByText('Published live')).toBeVisible()
  const owner = await browser.newPage()
  await game.openAs(owner, 'player', '/game/screen?leagueId=1')
  await button(owner, 'Make a screen link').click()
  const href = await owner.getByRole('link', { name: 'Open the screen' }).getAttribute('href')
  path = new URL(href ?? '').pathname
})
afterAll(() => game.setClock('2025-05-10T12:00:00Z'))

/** Each text on the page with its size. */
async function listTexts(page: Page): Promise<{ text: string; size: number }[]> {
  return page.locator('main *').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const text = own.map((node) => node.textContent?.trim()).join('')
      const { width, height } = element.getBoundingClientRect()
      // Text for screen readers alone is one pixel large.
      return text && width > 2 && height > 2
        ? [{ text, size: Number.parseFloat(getComputedStyle(element).fontSize) }]
        : []
    }),
  )
}

test.each([
  [1920, 1080, 'light'],
  [1920, 1080, 'dark'],
  [1280, 720, 'light'],
  [1280, 720, 'dark'],
] as const)('fills %i × %i in large letters, dark in the %s theme', async (width, height, colorScheme) => {
  const page = await browser.newPage({ width, height, javaScript: false })
  await page.emulateMedia({ colorScheme })
  await page.goto(path)
  const rows = page.getByRole('listitem').filter({ hasText: /\d/ })
  expect(await rows.count()).toBeGreaterThanOrEqual(2)

  const texts = await listTexts(page)
  const u = width / 1920
  const sizeOf = (text: string) => texts.find((each) => each.text === text)?.size ?? 0
  expect(sizeOf('1') / u, 'a rank').toBeCloseTo(96, 0)
  expect(sizeOf('Lights of Basel') / u, 'a name').toBeCloseTo(46, 0)
  expect(Math.max(...texts.map(({ size }) => size)) / u, 'points').toBeCloseTo(110, 0)
  expect(texts.filter(({ size }) => size < 29.9 * u)).toEqual([])

  const overflow = await page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
  ])
  expect(overflow, 'nothing is scrolled').toEqual([0, 0])
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(
    'rgb(2, 8, 9)',
  )
  await page.context().close()
})
