import type { Page } from 'playwright/test'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openFinal } from './support/desk.ts'
import { browser, game, setUpGame } from './support/game.ts'

/** The bar that saves stays at the bottom of the window: what Tab reaches is scrolled above it (WCAG 2.4.12). */
setUpGame()
beforeAll(openFinal)
afterEach(() => browser.closePages())

/** The name of the element that has the focus, and by how many px the bar hides it; null past the end of the page. */
const findFocused = (page: Page) =>
  page.evaluate(() => {
    const [element, bar] = [document.activeElement, document.querySelector('main .sticky.bottom-0')]
    if (!bar) throw new Error('No bar saves')
    if (!element || element === document.body) return null
    const [box, covers] = [element.getBoundingClientRect(), bar.getBoundingClientRect()]
    const isFree = bar.contains(element) || box.top >= covers.bottom
    return {
      name: element.id || element.textContent,
      hidden: isFree ? 0 : Math.max(0, box.bottom - covers.top),
    }
  })

test.each([
  ['/admin/desk?round=3', 390, 844],
  ['/admin/desk?round=3', 1280, 844],
  ['/admin/desk?round=3', 844, 390],
  ['/admin/desk?round=3', 390, 520],
  ['/admin', 390, 844],
])('on %s at %i × %i it hides nothing that has the focus', async (path, width, height) => {
  const page = await browser.newPage({ width, height, javaScript: false, hasTimeZoneCookie: true })
  await game.openAs(page, 'admin', path)
  await page.getByRole('button', { name: 'Necessary Only' }).click()
  await page.locator('a[href="#main"]').focus()
  const hidden: unknown[] = []
  let reached = 0
  for (; reached < 100; reached += 1) {
    await page.keyboard.press('Tab')
    const focused = await findFocused(page)
    if (focused === null) break
    if (focused.hidden > 0) hidden.push(focused)
  }
  expect(hidden).toEqual([])
  expect(reached).toBeGreaterThan(40)
})
