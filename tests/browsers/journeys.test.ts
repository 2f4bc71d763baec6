import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFinal } from '../e2e/support/desk.ts'
import { game, setUpGame } from '../e2e/support/game.ts'
import { browsers } from './support/browsers.ts'
import type { DrivenBrowser } from './support/driven-browser.ts'
import { textBrowsers } from './support/text-browser.ts'
import { visit } from './support/visit.ts'

/** The whole game by mouse and keyboard, at the width of a phone, in each browser. */
setUpGame({ withProvider: true })
let browser: DrivenBrowser
let visitor: ReturnType<typeof visit>

const countries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

async function signIn(account: string, path: string) {
  await browser.clearCookies()
  await visitor.open(path)
  await visitor.press('Necessary Only')
  await visitor.miss('A word about cookies')
  await visitor.press('Sign in / Create account', 'main')
  await visitor.fill('Username', account)
  await visitor.fill('Password', 'demo', { enter: true })
  if (path.startsWith('/game')) await visitor.beAt(path)
}

describe.each(browsers)('$title:', ({ start, isMissing }) => {
  beforeAll(async () => {
    if (isMissing) return
    await game.restart()
    await game.setClock('2025-05-01T12:00:00Z')
    browser = await start()
    visitor = visit(browser, game.origin)
    await browser.open(game.origin)
    await browser.resize(390, 844)
  })
  afterAll(async () => {
    if (!isMissing) await browser?.stop()
  })

  test.skipIf(isMissing)('signs in, picks six and names them', async () => {
    await signIn('player3', '/game/team')
    for (const [index, country] of countries.entries()) {
      await visitor.see(`${index} / 6`)
      await visitor.press(`Add ${country}`)
    }
    await visitor.see('6 / 6')
    await visitor.fill('Team name', 'Six of one')
    await visitor.fill('Manager name', 'Dora')
    await visitor.press('Save Team')
    await visitor.see('Team saved successfully')
  })

  test.skipIf(isMissing)('moves a country up and saves the line-up', async () => {
    await visitor.open('/game/lineup?round=2')
    await visitor.press('Move Greece up')
    await visitor.see('Unsaved Changes')
    await visitor.press('Save Lineup')
    await visitor.see('Lineup saved successfully')
    await visitor.open('/game/lineup?round=2')
    const order = await browser.evaluate(
      "Array.from(document.querySelectorAll('[aria-labelledby=your-order] li strong')).map((each) => each.textContent)",
    )
    expect(order).toEqual(['Greece', 'Austria', 'Latvia', 'Estonia', 'Italy', 'Ukraine'])
  })

  test.skipIf(isMissing)('founds a league; another manager joins by its invite', async () => {
    await visitor.open('/game/leagues')
    await visitor.press('Create League')
    await visitor.fill('League Name', 'Sofa', { enter: true })
    await visitor.see('Join “Sofa”')
    const text = await browser.evaluate("document.querySelector('dialog .select-all').textContent")
    const invite = new URL(String(text).split(' ').at(-1) ?? '')
    await signIn('player', invite.pathname)
    await visitor.press('Join league')
    await visitor.see('2 members')
  })

  test.skipIf(isMissing)('the admin saves and publishes points at the desk', async () => {
    await openFinal()
    await signIn('admin', '/admin/desk?round=3')
    await visitor.fill('France', '230')
    await visitor.press('Save and publish live')
    await visitor.see('Published live')
    await visitor.see('230 of 4,350')
  })

  test.skipIf(isMissing)('reads the live page and the results, and signs out', async () => {
    await signIn('player', '/game/live')
    await visitor.see('France')
    await visitor.open('/game/results')
    await visitor.see('Grand final')
    await visitor.press('Menu', 'header')
    await visitor.press('Sign Out', 'header')
    await visitor.see('Manage Your Eurovision Dream Team')
    await visitor.press('Menu', 'header')
    await visitor.see('Sign In')
  })
})

test('BROWSER names a browser that is tested', () => {
  expect([...browsers, ...textBrowsers]).not.toEqual([])
})
