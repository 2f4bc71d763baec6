import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrange, arrangeAnew, nameOf, restoreDatabase } from '../e2e/support/arrange-state.ts'
import { game, setUpGame } from '../e2e/support/game.ts'
import { type PageState, pageStates } from '../e2e/support/page-states.ts'
import { browsers } from './support/browsers.ts'
import { findBroken, findCovered } from './support/checks.ts'
import type { DrivenBrowser } from './support/driven-browser.ts'
import { textBrowsers } from './support/text-browser.ts'

/**
 * Every page state that an address leads to, at two widths, in each browser: errors, overflow, styles, dialogs, and fields behind
 * the bar that saves. With PICTURES=folder each is a picture there.
 */
setUpGame()
const states = pageStates.filter(({ act }) => !act)
const sizes = [
  [1280, 900],
  [390, 844],
] as const
let browser: DrivenBrowser
let visitor = ''

async function become(who: PageState['who']) {
  if (visitor === who) return
  await browser.clearCookies()
  await browser.addCookie('consent', 'necessary', game.origin)
  if (who !== 'a stranger') {
    const { name, value } = await game.sessionOf(who)
    await browser.addCookie(name, value, game.origin)
  }
  visitor = who
}

async function savePicture(name: string) {
  if (!process.env.PICTURES) return
  mkdirSync(process.env.PICTURES, { recursive: true })
  writeFileSync(join(process.env.PICTURES, name), await browser.takeScreenshot())
}

describe.each(browsers)('$title:', ({ name, start, isMissing }) => {
  beforeAll(async () => {
    if (isMissing) return
    await game.restart()
    await arrangeAnew({ who: 'player', path: '/', at: '2025-05-01T00:00:00Z' })
    browser = await start()
    visitor = ''
    console.log(`${name}: ${browser.version}`)
    // WebDriver sets cookies on an open page only.
    await browser.open(`${game.origin}/`)
  })
  afterAll(async () => {
    if (isMissing) return
    await browser?.stop()
    await restoreDatabase()
  })

  test.skipIf(isMissing).each(states.map((state, index) => ({ ...state, index, title: nameOf(state) })))(
    '$title',
    async (state) => {
      await arrange(state)
      await become(state.who)
      const isError = state.without !== undefined
      for (const [width, height] of sizes) {
        await browser.resize(width, height)
        await browser.open(game.origin + state.path)
        expect(await findBroken(browser, isError), `at ${width} px`).toEqual([])
        await savePicture(
          `${String(state.index).padStart(3, '0')}-${width}-${name.replaceAll(/\W+/g, '-')}.png`,
        )
        const hasBar = await browser.evaluate(
          "document.querySelector('main .sticky.bottom-0') !== null && !document.querySelector('dialog[open]')",
        )
        if (width === 390 && hasBar) {
          const { reached, covered } = await findCovered(browser)
          expect(covered).toEqual([])
          expect(reached).toBeGreaterThan(5)
        }
      }
    },
  )
})

test('BROWSER names a browser that is tested', () => {
  expect([...browsers, ...textBrowsers]).not.toEqual([])
})
