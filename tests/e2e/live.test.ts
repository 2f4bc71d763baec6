import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  advanceUntilAnswered,
  advanceUntilAsked,
  button,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'

/** The live page that asks again by itself, by script (D41). */
setUpGame()

beforeAll(() => game.setClock('2025-05-13T20:45:00Z'))
afterEach(() => browser.closePages())
afterAll(() => game.setClock('2025-05-10T12:00:00Z'))

async function publishLive(points: string): Promise<void> {
  const desk = await browser.newPage()
  await game.openAs(desk, 'admin', '/admin?round=1')
  await desk.getByRole('textbox', { name: 'Sweden', exact: true }).fill(points)
  await button(desk, 'Save and publish live').press('Enter')
  await desk.waitForURL(/\/admin/)
  await expectPage(desk.getByRole('status')).toContainText('live')
  await desk.context().close()
}

/** The live page of 'player' with script, and its questions from now on. */
async function openLive() {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await game.openAs(page, 'player', '/game/live')
  await waitForHydration(page)
  const asked: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/game/live.json')) asked.push(response.status())
  })
  async function untilAnswered(): Promise<void> {
    const { length } = asked
    await advanceUntilAnswered(page, '**/game/live.json')
    // The event may come after the answer.
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(length)
  }
  return { page, asked, untilAnswered }
}

test('asks only after a press, shows what is new without loading the page, and stops', async () => {
  const { page, asked, untilAnswered } = await openLive()
  await page.clock.fastForward(120_000)
  expect(asked).toEqual([])
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''))

  await page.getByRole('link', { name: 'Update by itself' }).click()
  await expectPage(page.getByText('every 10 s')).toBeVisible()
  await untilAnswered()
  await untilAnswered()
  expect(asked).toEqual([200, 304])

  await publishLive('50')
  await untilAnswered()
  await expectPage(page.getByText(/Live, not official/)).toBeVisible()
  expect(asked).toEqual([200, 304, 200])
  await expectPage(page.locator('body[data-same-document]')).toHaveCount(1)

  await page.getByRole('link', { name: 'Stop updating' }).click()
  await page.clock.fastForward(120_000)
  await expectPage(page.getByRole('link', { name: 'Update by itself' })).toBeVisible()
  expect(asked).toEqual([200, 304, 200])
})

test('a page that was told to load itself anew, before its script ran, asks instead, and stops', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player', '/game/live?every=30')
  await expectPage(page).toHaveURL(/\/game\/live#refreshing$/)
  await waitForHydration(page)
  await expectPage(page.getByText('every 10 s')).toBeVisible()
  await page.getByRole('link', { name: 'Stop updating' }).click()
  await expectPage(page.getByRole('link', { name: 'Update by itself' })).toBeVisible()
  await expectPage(page).toHaveURL(/\/game\/live$/)
})

test('asks as often as the server says, and tells how often', async () => {
  const { page, asked, untilAnswered } = await openLive()
  await page.route('**/game/live.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'ask-again': '45' } })
  })
  await page.getByRole('link', { name: 'Update by itself' }).click()
  await untilAnswered()
  await expectPage(page.getByText('every 45 s')).toBeVisible()
  // Spread by a fifth.
  await page.clock.fastForward(35_000)
  expect(asked).toHaveLength(1)
  await untilAnswered()
  expect(asked).toHaveLength(2)
})

test('a question that was put off changes nothing, and the same is asked again soon', async () => {
  const { page, asked, untilAnswered } = await openLive()
  await page.getByRole('link', { name: 'Update by itself' }).click()
  await untilAnswered()
  await page.route('**/game/live.json', (route) =>
    route.fulfill({ status: 204, headers: { 'Ask-Again': '5' } }),
  )
  await untilAnswered()
  await expectPage(page.getByText('every 5 s')).toBeVisible()
  await page.unroute('**/game/live.json')
  const putOffAt = await page.evaluate(() => Date.now())
  await untilAnswered()
  expect(asked).toEqual([200, 204, 304])
  // Five seconds, spread by a fifth; the clock may be a second ahead of the answer.
  expect(await page.evaluate(() => Date.now())).toBeLessThan(putOffAt + 8_000)
  await expectPage(page.getByText('every 10 s')).toBeVisible()
})

test('keeps what is shown while there is no answer, and says when the session has ended', async () => {
  const { page, asked, untilAnswered } = await openLive()
  await page.getByRole('link', { name: 'Update by itself' }).click()
  await page.route('**/game/live.json', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await advanceUntilAsked(page, '**/game/live.json')
  await failed
  await expectPage(page.getByText('every 60 s')).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'My six' })).toBeVisible()
  await page.unroute('**/game/live.json')
  await untilAnswered()
  expect(asked).toEqual([200])

  await game.endSessions()
  await untilAnswered()
  await expectPage(page.getByRole('alert')).toContainText('You are not signed in any more')
  await expectPage(page.getByRole('heading', { name: 'My six' })).toBeVisible()
})

test('a choice to hide results in one tab is followed by another with its next page', async () => {
  // There is something to hide.
  await publishLive('50')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player2', '/game/lineup')
  await waitForHydration(page)
  const bar = page.getByRole('complementary', { name: 'Hidden results' })
  const go = async (name: string, path: string) => {
    await page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name, exact: true }).click()
    await expectPage(page).toHaveURL(path)
  }
  const other = await page.context().newPage()
  await other.goto('/game')
  await button(other, 'Hide results').click()
  await expectPage(button(other, 'Show results')).toBeVisible()
  await expectPage(bar).toHaveCount(0)
  await go('Leagues', '/game/leagues')
  await expectPage(bar).toContainText('Results of the first semi-final are hidden')

  await waitForHydration(page)
  await button(other, 'Show results').click()
  await expectPage(button(other, 'Show results')).toHaveCount(0)
  await go('Line-up', '/game/lineup')
  await expectPage(bar).toHaveCount(0)
})
