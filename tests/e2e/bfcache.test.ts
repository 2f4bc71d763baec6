import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, countryNames, expectPage, waitForHydration } from './support/page-helpers.ts'

/**
 * Pages restored from the back/forward cache: nothing may be lost, sent twice or outdated. Chromium caches even no-store
 * pages there, until a cookie changes.
 */
setUpGame({ hasBfcache: true })

afterEach(() => browser.closePages())

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player', path)
  await waitForHydration(page)
  return page
}

/** Navigates to a public page, which is another document. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.returned = 'from the cache'
    }),
  )
  await page.getByRole('link', { name: 'News' }).first().click()
  await expectPage(page).toHaveURL('/news')
}

/** Goes back. Playwright's own goBack waits for a load event, which a restored page does not have. */
async function goBack(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await cdp.send('Page.getNavigationHistory')
  await cdp.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 })
}

const returned = (page: Page) => page.locator('html[data-returned]')
const order = (page: Page) => countryNames(page.getByRole('region', { name: 'Your order' }))

/** Fetches the next GET of this address, but holds the response back from the page until `release`. */
async function holdNext(page: Page, address: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let markHeld = () => {}
  const isHeld = new Promise<void>((resolve) => {
    markHeld = resolve
  })
  let isFirst = true
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.fallback()
    isFirst = false
    const response = await route.fetch({ maxRedirects: 0 })
    markHeld()
    await released
    // The page may have aborted the request meanwhile.
    await route.fulfill({ response }).catch(() => {})
  })
  return { isHeld, release: () => release() }
}

/** The same, from an address with the new order: the change itself changes a cookie, and then the page would not be in the cache. */
async function openChanged(path: string) {
  const page = await open(path)
  const changed = await change(page)
  await page.reload()
  await waitForHydration(page)
  return { page, changed }
}

/** Moves the second country up, and returns the new order. */
async function change(page: Page): Promise<string[]> {
  const [first = '', second = '', ...rest] = await order(page).allInnerTexts()
  await button(page, `Move ${second} up`).first().click()
  await expectPage(order(page)).toHaveText([second, first, ...rest])
  return [second, first, ...rest]
}

test('a restored draft can be saved, once', async () => {
  const { page, changed } = await openChanged('/game/lineup?round=3')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await leave(page)
  const refreshed = page.waitForResponse(/\/game\/lineup\.data/)
  await goBack(page)
  await expectPage(returned(page)).toHaveCount(1)
  await refreshed
  await expectPage(order(page)).toHaveText(changed)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
  // The flash message of the save changed a cookie, so the page is no longer in the cache and comes from the server.
  await leave(page)
  await goBack(page)
  await expectPage(order(page)).toHaveText(changed)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  expect(posts).toHaveLength(1)
})

test('a save during revalidation shows its toast', async () => {
  const page = await open('/game/lineup?round=2')
  await change(page)
  const session = await holdNext(page, /\/auth\/session$/)
  // The event of a restored page. Really going back would not allow holding its first request.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await session.isHeld
  const data = await holdNext(page, /\/game\/lineup\.data/)
  await button(page, 'Save Lineup').click()
  await data.isHeld
  const sessionResponse = page.waitForResponse(/\/auth\/session$/)
  session.release()
  await (await sessionResponse).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  data.release()
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
})

test('a save in another tab is noticed: the page marks its draft as unsaved', async () => {
  const page = await open('/game/lineup?round=2')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  await leave(page)
  const other = await open('/game/lineup?round=2')
  await change(other)
  await button(other, 'Save Lineup').click()
  await expectPage(other.getByRole('status')).toContainText('Lineup saved successfully')
  await goBack(page)
  await expectPage(returned(page)).toHaveCount(1)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
})

test('an ended session is announced, and the draft stays', async () => {
  const { page, changed } = await openChanged('/game/lineup?round=3')
  await leave(page)
  await game.endSessions()
  await goBack(page)
  await expectPage(returned(page)).toHaveCount(1)
  await expectPage(page.getByRole('alert')).toContainText('You are not signed in any more')
  await expectPage(order(page)).toHaveText(changed)
})

test('a closed round is announced, and the draft stays', async () => {
  const { page, changed } = await openChanged('/game/lineup?round=1')
  await leave(page)
  await game.setClock('2025-05-14T12:00:00Z')
  await goBack(page)
  await expectPage(returned(page)).toHaveCount(1)
  await expectPage(page.getByRole('alert')).toContainText('This round is closed')
  await expectPage(button(page, 'Save Lineup')).toBeDisabled()
  await expectPage(order(page)).toHaveText(changed)
})

test('after signing out the page loads again and shows the sign-in card', async () => {
  const page = await open('/game')
  await expectPage(page.locator('main')).toContainText('Lights of Basel')
  await leave(page)
  await button(page, 'Sign Out').first().click()
  await expectPage(button(page, 'Sign Out')).toHaveCount(0)
  await page.goto('/news')
  const cdp = await page.context().newCDPSession(page)
  const { entries } = await cdp.send('Page.getNavigationHistory')
  const left = entries.find(({ url }) => url === `${game.origin}/game`)
  await cdp.send('Page.navigateToHistoryEntry', { entryId: left?.id ?? 0 })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await expectPage(page.locator('body')).not.toContainText('Lights of Basel')
})
