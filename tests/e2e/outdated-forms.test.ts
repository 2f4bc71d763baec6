import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { withoutScript, withScript } from './support/modes.ts'
import { button, countryNames, expectPage, waitForHydration } from './support/page-helpers.ts'

/** Two tabs: the second save is told of the first, and one more press replaces it. */
setUpGame()
afterEach(() => browser.closePages())

test.each([withoutScript, withScript])(
  '$name: an order that another tab saved is shown, then replaced',
  async ({ javaScript }) => {
    const page = await browser.newPage({ javaScript })
    await game.openAs(page, 'player', '/game/lineup?round=3')
    const other = await page.context().newPage()
    await other.goto(page.url())
    if (javaScript) await Promise.all([page, other].map(waitForHydration))
    const nameOf = (tab: typeof page, at: number) =>
      countryNames(tab.getByRole('region', { name: 'Your order' })).nth(at)
    const lift = async (tab: typeof page, at: number) =>
      button(tab, `Move ${await nameOf(tab, at).innerText()} to the top`).click()
    const save = (tab: typeof page) => button(tab, 'Save Lineup').click()
    await lift(page, 2)
    await save(page)
    await expectPage(page.getByText('Lineup saved successfully').first()).toBeVisible()
    await lift(other, 3)
    // Without script the press asks the server, which tells at once; with script the save does.
    if (javaScript) await save(other)
    const told = other.locator('p', { hasText: 'Saved elsewhere:' })
    await expectPage(told).toContainText(`: ${await nameOf(page, 0).innerText()}`)
    const mine = await nameOf(other, 0).innerText()
    await button(other, 'Save Lineup').click()
    await expectPage(other.getByText('Lineup saved successfully').first()).toBeVisible()
    await expectPage(told).toHaveCount(0)
    await page.goto(page.url().split('&')[0] ?? '')
    expect(await nameOf(page, 0).innerText()).toBe(mine)
  },
)
