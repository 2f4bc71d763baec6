import { afterEach, describe, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { withoutScript, withScript } from './support/modes.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'

/** What was changed and left unsaved is back in the same session and says so (D52). */
setUpGame()
afterEach(() => browser.closePages())

describe.each([withoutScript, withScript])('$name', ({ javaScript }) => {
  async function open(path: string, account = 'player') {
    const page = await browser.newPage({ javaScript })
    await game.openAs(page, account, path)
    if (javaScript) await waitForHydration(page)
    return page
  }

  test('a team', async () => {
    const page = await open('/game/team', 'player3')
    await page.getByLabel('Team name').fill('Left; behind')
    await button(countryList(page), 'Add Austria').click()
    await expectPage(countryCards(page)).toContainText('1 / 6')
    await page.getByRole('link', { name: 'Leagues' }).first().click()
    await expectPage(page.getByRole('heading', { level: 1 })).not.toHaveText('Team Selection')
    await page.getByRole('link', { name: 'Team', exact: true }).first().click()
    await expectPage(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await expectPage(countryCards(page)).toContainText('1 / 6')
    await expectPage(page.getByLabel('Team name')).toHaveValue('Left; behind')
    await button(page, 'Discard').click()
    await expectPage(countryCards(page)).toContainText('0 / 6')
    await page.reload()
    await expectPage(countryCards(page)).toContainText('0 / 6')
    await expectPage(page.getByText('Your unsaved changes are back.')).toHaveCount(0)
  })

  test('a line-up', async () => {
    const page = await open('/game/lineup?round=3')
    const names = countryNames(page.getByRole('region', { name: 'Your order' }))
    const [first = '', second = ''] = await names.allInnerTexts()
    await button(page, `Move ${second} to the top`).click()
    await expectPage(names.first()).toHaveText(second)
    // Another document, and back by links.
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await expectPage(page).toHaveURL('/news')
    await page.getByRole('banner').getByRole('link', { name: 'Play Game' }).click()
    await page.getByRole('link', { name: 'Line-up', exact: true }).first().click()
    await expectPage(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await expectPage(names.first()).toHaveText(second)
    await button(page, 'Discard').click()
    await expectPage(names.first()).toHaveText(first)
    await page.reload()
    await expectPage(page.getByText('Unsaved')).toHaveCount(0)
    expect(await names.first().innerText()).toBe(first)
  })
})
