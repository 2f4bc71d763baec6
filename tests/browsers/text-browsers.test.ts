import { afterAll, beforeAll, describe, test } from 'vitest'
import { openFinal } from '../e2e/support/desk.ts'
import { game, setUpGame } from '../e2e/support/game.ts'
import { startTextBrowser, textBrowsers } from './support/text-browser.ts'

/** The game by the keys of a text browser, as far as its forms contain their buttons: none of them knows the attribute `form`. */
setUpGame({ withProvider: true })
let browser: ReturnType<typeof startTextBrowser>

const countries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

const open = (path: string) => browser.open(new URL(path, game.origin).href)

async function signIn(account: string, path: string) {
  await browser.openRefused(new URL(path, game.origin).href, 'Sign in / Create account')
  await browser.press('Sign in / Create account')
  await browser.see('Continue to sign in')
  await browser.press('Continue to sign in')
  await browser.see('Username')
  await browser.fill('Username', account)
  await browser.fill('Password', 'demo', { line: 'Username', after: 1 })
  await browser.press('Sign in', { line: 'Username', after: 2 })
}

describe.each(textBrowsers)('$title:', ({ isMissing, ...keys }) => {
  beforeAll(async () => {
    if (isMissing) return
    await game.restart()
    await game.setClock('2025-05-01T12:00:00Z')
    browser = startTextBrowser(keys, game.origin)
    await browser.see('Manage Your Eurovision Dream Team')
  })
  afterAll(() => {
    if (!isMissing) browser.stop()
  })

  test.skipIf(isMissing)('signs in, picks six and names them', async () => {
    await signIn('player3', '/game')
    await browser.see('Create your team to join in')
    browser.record('signed in')
    await open('/game/team')
    for (const [index, country] of countries.entries()) {
      await browser.see(`${index} / 6`)
      await browser.press(`Add ${country}`, { line: `Details of ${country}`, after: 1 })
    }
    await browser.see('6 / 6')
    await browser.fill('Team name', 'Six of one')
    await browser.fill('Manager name', 'Dora')
    browser.record('six countries picked, and named')
    await browser.press('Save Team')
    await browser.see('Team saved successfully')
    browser.record('team saved')
  })

  test.skipIf(isMissing)('moves a country up and saves the line-up', async () => {
    await open('/game/lineup?round=2')
    await browser.see('Your order')
    await browser.press('Move Greece up', { line: 'Details of Greece', after: 1 })
    await browser.see('Unsaved Changes')
    browser.record('Greece moved up')
    await browser.press('Save Lineup')
    await browser.see('Lineup saved successfully')
    browser.record('line-up saved')
  })

  test.skipIf(isMissing)('reads the live page and the results, and signs out', async () => {
    await openFinal()
    await open('/game/live')
    await browser.see('No points yet')
    browser.record('the live page before the first points')
    await open('/game/results')
    await browser.see('Second semi-final')
    browser.record('results')
    await browser.press('Sign Out', { line: 'Home News Songs', after: 3 })
    await browser.see('You are signed out')
  })
})
