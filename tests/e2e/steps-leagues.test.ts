import type { Page } from 'playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { withoutScript, withScript } from './support/modes.ts'
import {
  button,
  countryList,
  expectPage,
  readInvite,
  submitLogin,
  waitForHydration,
} from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

/** The steps of tasks about leagues on a phone (issue 23). Typing and the provider's pages do not count. */
/** 99 of 100 million. */
const countries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

describe.each([withScript, withoutScript])('on a phone, with $name', ({ javaScript, isScripted }) => {
  setUpGame({ withProvider: true })
  afterEach(() => browser.closePages())

  async function open(account: string, path: string): Promise<Page> {
    const page = await browser.newPage({ javaScript, width: 390, height: 844, hasTimeZoneCookie: true })
    await game.openAs(page, account, path)
    if (isScripted) await waitForHydration(page)
    return page
  }

  // Without script no page can fill the clipboard: the invite counts as copied when one press has selected all of it. The
  // browser's own 'Copy' is not counted.
  test('a league is created and its invite copied in 3 taps', async () => {
    const page = await open('player', '/game/leagues')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { tap, type, steps } = countSteps(page)
    await tap(page.getByRole('link', { name: 'Create League' }))
    await type(page.getByLabel('League Name'), 'The balcony')
    await tap(button(page.getByRole('dialog'), 'Create League'))
    const dialog = page.getByRole('dialog', { name: 'Share invite' })
    const invite = `Join “The balcony” on Douze, the Eurovision game: ${await readInvite(page)}`
    if (isScripted) {
      await tap(button(dialog, 'Copy'))
      await expectPage(dialog.getByRole('status')).toHaveText('Invite link copied!')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invite)
    } else {
      await tap(dialog.getByText('Join “The balcony”'))
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(invite)
    }
    expect(steps).toEqual({ taps: 3, scrolls: 0 })
  })

  test('a newcomer with an invite link has a team and is in the league after 9 taps', async () => {
    const owner = await open('player', '/game/leagues?dialog=share')
    const link = await readInvite(owner)
    const page = await browser.newPage({ javaScript, width: 390, height: 844 })
    const { tap, type, steps } = countSteps(page)
    await page.goto(link)
    await expectPage(page.getByRole('main')).toContainText('You are invited to ')
    await tap(button(page, 'Sign in / Create account'))
    await submitLogin(page, 'player3')
    await tap(button(page, 'Accept and create team'))
    for (const country of countries) await tap(button(countryList(page), `Add ${country}`))
    await type(page.getByLabel('Team name'), 'Douze Points Club')
    await type(page.getByLabel('Manager name'), 'Dora')
    await tap(button(page, 'Save Team'))
    await expectPage(page.getByRole('status').filter({ hasText: 'League joined!' })).toBeVisible()
    await expectPage(page.getByRole('row', { name: /Douze Points Club/ })).toContainText('You')
    expect(steps.taps).toBe(9)
  })

  test('a rival’s page leads back to the league in 1 tap', async () => {
    await game.setClock('2025-05-14T12:00:00Z')
    const page = await open('player', '/game/leagues')
    const rival = page.getByRole('table').getByRole('link').first()
    await rival.click()
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Team Results')
    // A deep link: nothing is known of the page before.
    const copy = await open('player', page.url().slice(game.origin.length))
    const { tap, steps } = countSteps(copy)
    await tap(copy.getByRole('link', { name: 'Back to Sofa Jury' }))
    await expectPage(copy.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
    expect(steps).toEqual({ taps: 1, scrolls: 0 })
  })
})
