import { expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { expectPage } from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

setUpGame()

test.each([false, true])(
  'from a song to its country in the team is two presses (script: %s)',
  async (javaScript) => {
    const page = await browser.newPage({ width: 390, height: 844, javaScript })
    await game.setClock('2025-05-10T12:00:00Z')
    await game.openAs(page, 'player3', '/songs?q=kaj')
    const { steps, tap } = countSteps(page)
    await tap(page.getByRole('link', { name: 'Add Sweden to your team' }))
    await tap(page.getByRole('button', { name: 'Add to Team' }))
    await expectPage(page.getByRole('button', { name: 'Remove Sweden' }).first()).toBeVisible()
    expect(steps).toEqual({ taps: 2, scrolls: 0 })
  },
)
