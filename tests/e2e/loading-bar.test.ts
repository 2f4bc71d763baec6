import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage, waitForHydration } from './support/page-helpers.ts'

/** The loading bar, with a clock in the page that only the test moves. */
setUpGame()

afterEach(() => browser.closePages())

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player', path)
  await waitForHydration(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  return page
}

/** Holds matching requests until `release`; `requested` resolves with the first. */
async function holdRequests(page: Page, pattern: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const requested = page.waitForRequest(pattern)
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return { requested, release }
}

const bar = (page: Page) => page.locator('[data-loading-bar]')

test('a page that takes longer than 400 ms shows and announces a bar until it has loaded', async () => {
  const page = await open('/game')
  const { requested, release } = await holdRequests(page, /leagues\.data/)
  await page.getByRole('link', { name: /^View Leagues/ }).click()
  await requested
  await page.clock.runFor(399)
  await expectPage(bar(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expectPage(bar(page)).toBeVisible()
  const announcement = page.locator('[aria-live=polite]', { hasText: 'Loading…' })
  await expectPage(announcement).toHaveCount(1)
  const look = await bar(page).evaluate((element) => {
    const { top, height, width } = element.getBoundingClientRect()
    return { top, height, width, moves: getComputedStyle(element).animationName }
  })
  expect(look).toMatchObject({ top: 0, height: 3, moves: 'none' })
  expect(look.width, 'also where nothing may move').toBeGreaterThan(1000)
  release()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  await expectPage(bar(page)).toHaveCount(0)
  await expectPage(announcement).toHaveCount(0)
})

test('the bar also shows while the next page’s script loads', async () => {
  const page = await open('/game')
  const { requested, release } = await holdRequests(page, /assets\/.*\.js$/)
  await page.getByRole('link', { name: /^View Leagues/ }).click()
  await requested
  await page.clock.runFor(400)
  await expectPage(bar(page)).toBeVisible()
  release()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  await expectPage(bar(page)).toHaveCount(0)
})

test('a quick page shows nothing', async () => {
  const page = await open('/game')
  await page.getByRole('link', { name: /^View Leagues/ }).click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  await page.clock.runFor(1000)
  await expectPage(bar(page)).toHaveCount(0)
})

test('a slow action in a dialog shows the bar inside the dialog', async () => {
  const page = await open('/game/leagues?dialog=create')
  const { requested, release } = await holdRequests(page, /leagues\.data/)
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await dialog.getByLabel('League Name').fill('On a slow line')
  await button(dialog, 'Create League').click()
  await requested
  await page.clock.runFor(400)
  await expectPage(bar(page).filter({ visible: true }).last()).toBeVisible()
  await expectPage(dialog.locator('[aria-live=polite]')).toHaveText('Loading…')
  release()
  await expectPage(page.getByRole('option', { name: 'On a slow line' })).toHaveCount(1)
  await expectPage(bar(page)).toHaveCount(0)
})

test('a page that fails to load has the title of its error card', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player', '/game')
  await waitForHydration(page)
  await page.route(/leagues\.data/, (route) => route.abort())
  await page.getByRole('link', { name: /^View Leagues/ }).click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expectPage(page).toHaveTitle('Something went wrong – Douze')
  await expectPage(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/game/leagues')
  await page.unroute(/leagues\.data/)
  await page.goBack()
  await expectPage(page).toHaveTitle('Game Dashboard – Douze')
})
