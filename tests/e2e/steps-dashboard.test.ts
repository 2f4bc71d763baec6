import { expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { expectPage } from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

setUpGame()

test.each([false, true])(
  'the dashboard shows the deadline without scrolling (script: %s)',
  async (javaScript) => {
    const page = await browser.newPage({ width: 390, height: 844, javaScript })
    await game.setClock('2025-05-10T12:00:00Z')
    await game.openAs(page, 'player', '/game')
    const { steps, tap } = countSteps(page)
    const deadline = page
      .getByRole('main')
      .getByText(/^Closes May 13/)
      .first()
    await expectPage(deadline).toBeInViewport({ ratio: 1 })
    await tap(deadline.getByRole('link'))
    expect(steps, 'its time zone is one press away').toEqual({ taps: 1, scrolls: 0 })
  },
)
