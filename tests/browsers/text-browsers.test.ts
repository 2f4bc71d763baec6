import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFinal, stored } from '../e2e/support/desk.ts'
import { game, setUpGame } from '../e2e/support/game.ts'
import { browsers } from './support/browsers.ts'
import { startTextBrowser, textBrowsers } from './support/text-browser.ts'

/** The whole game by the keys of a text browser. */
setUpGame({ withProvider: true })
let browser: ReturnType<typeof startTextBrowser>

const countries = ['Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

const open = (path: string) => browser.open(new URL(path, game.origin).href)

async function signIn(account: string, path: string, record: (step: string) => void = () => {}) {
  await browser.openRefused(new URL(path, game.origin).href, 'Sign in / Create account')
  record('a page of the game, not signed in')
  await browser.press('Sign in / Create account')
  await browser.see('Continue to sign in')
  await browser.press('Continue to sign in')
  await browser.see('Username')
  record('at the provider')
  await browser.fill('Username', account)
  await browser.fill('Password', 'demo', { line: 'Username', after: 1 })
  await browser.press('Sign in', { line: 'Username', after: 2 })
}

describe.each(textBrowsers)('$title:', ({ isMissing, ...keys }) => {
  const start = async () => {
    browser = startTextBrowser(keys, game.origin)
    await browser.see('Manage Your Eurovision Dream Team')
    await browser.see(keys.ready)
  }
  beforeAll(async () => {
    if (isMissing) return
    await game.restart()
    await game.setClock('2025-05-01T12:00:00Z')
    await start()
  })
  afterAll(() => {
    if (!isMissing) browser.stop()
  })

  /** As another visitor, whom the provider does not know either. */
  const startAnew = async () => {
    browser.stop()
    await start()
  }

  test.skipIf(isMissing)('sees what it has pressed, in a window of 24 lines', async () => {
    await signIn('player3', '/game')
    await browser.see('Create your team to join in')
    browser.showLines(24)
    await open('/game/team')
    await browser.see('Team Selection')
    await browser.press('Details of Austria')
    await browser.see('Play video')
    await browser.press('Add to Team', { line: '(close) Close (add', after: 1 })
    await browser.see('Remove Austria')
  })

  test.skipIf(isMissing)('signs in, picks six and names them', async () => {
    await startAnew()
    await signIn('player3', '/game', browser.record)
    await browser.see('Create your team to join in')
    browser.record('signed in')
    await open('/game/team')
    await browser.see('Six to go')
    await browser.press('Details of Austria')
    await browser.see('Add to Team')
    browser.record('details of Austria')
    await browser.press('Add to Team', { line: '(close) Close (add', after: 1 })
    for (const [index, country] of countries.entries()) {
      await browser.see(`${index + 1} / 6`)
      await browser.press(`Add ${country}`, { line: `Details of ${country}`, after: 2 })
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
    await browser.press('Grand final', { line: '(round:3)' })
    await browser.see('Do you want to discard them?')
    browser.record('another round, before the order is saved')
    await browser.press('Keep editing', { line: '(discard) Discard', after: 1 })
    await browser.miss('Do you want to discard them?')
    await browser.press('Save Lineup')
    await browser.see('Lineup saved successfully')
    browser.record('line-up saved')
  })

  test.skipIf(isMissing)('founds a league, which another joins by its link', async () => {
    await open('/game/leagues')
    await browser.see('No Leagues Yet')
    browser.record('no league yet')
    await browser.press('Create League')
    await browser.see('League Name')
    browser.record('a league is named')
    await browser.fill('League Name', 'Sofa Jury')
    await browser.press('Create League', { again: 2, line: 'Cancel', after: 1 })
    await browser.see('Anyone with this link can join')
    browser.record('league founded')
    await browser.see('then copy')
    // w3m breaks the line behind a slash.
    const [, secret = ''] = /\/join\/\s*([\w-]+)/.exec(browser.read()) ?? []
    await startAnew()
    await signIn('player', `/join/${secret}`)
    await browser.see('Join league')
    browser.record('invited')
    await browser.press('Join league')
    await browser.see('2 members')
    browser.record('joined')
  })

  test.skipIf(isMissing)('the admin saves and publishes points at the desk', async () => {
    await openFinal()
    await startAnew()
    await signIn('admin', '/admin/desk?round=3')
    await browser.see('Save and publish live')
    browser.record('the desk of the final')
    await browser.fill('France', '230')
    await browser.press('Save and publish live')
    await browser.see('Published live')
    await browser.see('230 of 4,350')
    expect(await stored()).toEqual({ FR: 230 })
    browser.record('published live')
  })

  test.skipIf(isMissing)('reads the live page and the results, and signs out', async () => {
    await startAnew()
    await signIn('player', '/game/live')
    await browser.see('France')
    browser.record('live')
    await open('/game/results')
    await browser.see('Second semi-final')
    browser.record('results')
    await browser.press('Sign Out', { line: 'Home News Songs', after: 3 })
    await browser.see('You are signed out')
    browser.record('signed out')
  })
})

test('BROWSER names a browser that is tested', () => {
  expect([...browsers, ...textBrowsers]).not.toEqual([])
})
