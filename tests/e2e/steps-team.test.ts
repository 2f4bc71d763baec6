import { describe, expect, test } from 'vitest'
import { browser, setUpGame } from './support/game.ts'
import { withoutScript, withScript } from './support/modes.ts'
import { button, countryCards, countryList, expectPage, signIn } from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

/** Exactly the budget, in the order of the list. */
const six = ['Belgium', 'Estonia', 'Albania', 'Ukraine', 'Poland', 'Portugal']

describe.each([withoutScript, withScript])('on a phone, $name', ({ javaScript }) => {
  setUpGame({ withProvider: true })

  test('the first view shows three countries whole, above the bars that save and ask for cookies', async () => {
    const page = await browser.newPage({ javaScript, width: 390, height: 844 })
    await signIn(page, 'player3', '/game/team')
    // A game that is no demo has no bar for its clock.
    const demo = await page.getByLabel('Demo clock').boundingBox()
    const bar = await page.locator('main .sticky.bottom-0').boundingBox()
    const third = await countryList(page).locator('li').nth(2).boundingBox()
    if (!demo || !bar || !third) throw new Error('The bars and three countries must be on the page')
    expect(third.y + third.height - demo.height).toBeLessThanOrEqual(bar.y)
    await expectPage(page.getByRole('region', { name: 'A word about cookies' })).toBeInViewport({ ratio: 1 })
    await page.context().close()
  })

  test('from home to a saved team takes somebody who is signed in at most 10 taps and 2 long scrolls', async () => {
    const page = await browser.newPage({ javaScript, width: 390, height: 844 })
    await signIn(page, 'player3')
    await page.goto('/')
    const { steps, tap, type } = countSteps(page)
    await tap(page.getByRole('banner').getByRole('link', { name: 'Play Game' }))
    await tap(page.getByRole('link', { name: 'Create Your Team' }).first())
    for (const [index, country] of six.entries()) {
      await tap(button(countryList(page), `Add ${country}`))
      await expectPage(countryCards(page)).toContainText(`${index + 1} / 6`)
    }
    await tap(button(page, 'Save Team'))
    const dialog = page.getByRole('dialog', { name: 'Give your team a name' })
    await type(dialog.getByLabel('Team name'), 'Ten taps')
    await type(dialog.getByLabel('Manager name'), 'Toni')
    await tap(button(dialog, 'Save Team'))
    await expectPage(page.getByRole('status')).toContainText('Your six are on.')
    await expectPage(page.getByRole('link', { name: 'Set line-up' })).toBeVisible()
    expect(steps.taps).toBeLessThanOrEqual(10)
    expect(steps.scrolls).toBeLessThanOrEqual(2)
    await page.context().close()
  })
})
