import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, countryNames, expectPage, waitForHydration } from './support/page-helpers.ts'
import { countSteps } from './support/steps.ts'

/** How many steps a line-up takes on a phone, and how its rows look there (issue 23). */
setUpGame()

afterEach(() => browser.closePages())

const phone = { width: 390, height: 844 }

async function openAsPlayer(javaScript: boolean, path: string): Promise<Page> {
  const page = await browser.newPage({ javaScript, ...phone })
  await game.openAs(page, 'player', path)
  if (javaScript) await waitForHydration(page)
  return page
}

const order = (page: Page) => page.getByRole('region', { name: 'Your order' })

test.each([
  ['without script', false],
  ['with script', true],
])('a saved team is a saved line-up in one press and one per country moved (%s)', async (_, javaScript) => {
  const page = await openAsPlayer(javaScript, '/game/lineup?round=3')
  const before = await countryNames(order(page)).allInnerTexts()
  const { steps, tap } = countSteps(page)
  const [, , third = '', , fifth = '', sixth = ''] = before
  for (const country of [third, fifth, sixth]) {
    await tap(button(order(page), `Move ${country} to the top`))
    await expectPage(countryNames(order(page)).first()).toHaveText(country)
  }
  await tap(button(page, 'Save Lineup'))
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
  expect(steps).toEqual({ taps: 4, scrolls: 0 })
  await page.reload()
  await expectPage(countryNames(order(page))).toHaveText([
    sixth,
    fifth,
    third,
    ...before.filter((country) => ![third, fifth, sixth].includes(country)),
  ])
})

test.each([
  ['without script', false],
  ['with script', true],
])(
  'a country that does not sing is named beside Save Lineup, and one press puts singers first (%s)',
  async (_, javaScript) => {
    const page = await openAsPlayer(javaScript, '/game/lineup?round=1&order=IT.EE.PL.GR.LV.AT')
    await expectPage(button(page, 'Save Lineup')).toHaveAccessibleDescription(
      /^Italy does not sing on Tuesday: 0 points\./,
    )
    await button(page, 'Put singers first').click()
    await expectPage(countryNames(order(page)).first()).toHaveText('Estonia')
    await expectPage(page.getByText('not sing')).toHaveCount(0)
    await expectPage(button(order(page), 'Move Estonia down')).toBeFocused()
  },
)

test('each row is one line of 64 px, and Save Lineup stays in view', async () => {
  const page = await openAsPlayer(false, '/game/lineup')
  await page.getByRole('button', { name: 'Necessary Only' }).click()
  for (const row of await order(page).locator('li').all())
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(65)
  await expectPage(button(page, 'Save Lineup')).toBeInViewport({ ratio: 1 })
})

test('a row is dragged by its grip, which only a page with script has', async () => {
  const still = await openAsPlayer(false, '/game/lineup?round=2')
  await expectPage(still.locator('[data-grip]')).toHaveCount(0)
  const page = await openAsPlayer(true, '/game/lineup?round=2')
  const names = await countryNames(order(page)).allInnerTexts()
  const [first = '', ...rest] = names
  const grips = order(page).locator('[data-grip]')
  await grips.first().hover()
  // From a mousedown on that is not prevented Safari selects the text that the mouse passes, and keeps it selected.
  await page.evaluate(() =>
    document.addEventListener('mousedown', ({ defaultPrevented }) => {
      document.title = `prevented: ${defaultPrevented}`
    }),
  )
  await page.mouse.down()
  await expectPage(page).toHaveTitle('prevented: true')
  const fourth = await order(page).locator('li').nth(3).boundingBox()
  if (!fourth) throw new Error('The fourth row is not shown')
  await page.mouse.move(fourth.x + 20, fourth.y + fourth.height / 2, { steps: 8 })
  await page.mouse.up()
  const dragged = [...rest.slice(0, 3), first, ...rest.slice(3)]
  await expectPage(countryNames(order(page))).toHaveText(dragged)
  await page.mouse.move(fourth.x + 20, fourth.y - 100)
  await expectPage(countryNames(order(page))).toHaveText(dragged)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await page.reload()
  await expectPage(countryNames(order(page))).toHaveText(dragged)
})
