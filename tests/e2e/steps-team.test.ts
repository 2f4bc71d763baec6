import { describe, expect, test } from 'vitest'
import { browser, setUpGame } from './support/game.ts'
import { withoutScript, withScript } from './support/modes.ts'
import { button, countryCards, countryList, expectPage, submitLogin } from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

/** Exactly the budget, in the order of the list. */
const six = ['Belgium', 'Estonia', 'Albania', 'Ukraine', 'Poland', 'Portugal']

describe.each([withoutScript, withScript])('on a phone, $name', ({ javaScript }) => {
  setUpGame({ withProvider: true })

  test('from home to a saved team takes at most 10 taps and 2 long scrolls', async () => {
    const page = await browser.newPage({ javaScript, width: 390, height: 844 })
    await page.goto('/')
    const { steps, tap, type } = countSteps(page)
    await tap(page.getByRole('banner').getByRole('link', { name: 'Play Game' }))
    await tap(button(page, 'Sign in / Create account'))
    await submitLogin(page, 'player3')
    await tap(page.getByRole('link', { name: 'Create Your Team' }).first())
    for (const [index, country] of six.entries()) {
      await tap(button(countryList(page), `Add ${country}`))
      await expectPage(countryCards(page)).toContainText(`${index + 1} / 6`)
    }
    await type(page.getByLabel('Team name'), 'Ten taps')
    await type(page.getByLabel('Manager name'), 'Toni')
    await tap(button(page, 'Save Team'))
    await expectPage(page.getByRole('status')).toContainText('Your six are on.')
    await expectPage(page.getByRole('link', { name: 'Set line-up' })).toBeVisible()
    expect(steps.taps).toBeLessThanOrEqual(10)
    expect(steps.scrolls).toBeLessThanOrEqual(2)
    await page.context().close()
  })
})
