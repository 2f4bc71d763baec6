import type { Page } from 'playwright/test'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { field, openDesk, openFinal, save, status, store, stored, withDatabase } from './support/desk.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage, waitForHydration } from './support/page-helpers.ts'

/** The desk of a round on show night, as an admin with script uses it, and others beside it (D10). */
setUpGame()
beforeAll(openFinal)
beforeEach(() => store({}))
afterEach(() => browser.closePages())

describe.each([{ javaScript: false }, { javaScript: true }])('JavaScript: $javaScript', (mode) => {
  test('Enter saves, keeps its place, and presses nothing else', async () => {
    const page = await browser.newPage({ ...mode, hasTimeZoneCookie: true, width: 390, height: 664 })
    await game.openAs(page, 'admin', '/admin/desk?round=3')
    if (mode.javaScript) await waitForHydration(page)
    for (const [country, points] of [
      ['France', '230'],
      ['San Marino', '27'],
    ] as const) {
      await save(page, country, points)
      await expectPage(field(page, country)).toBeFocused()
      await expectPage(field(page, country)).toBeInViewport({ ratio: 1 })
    }
    expect(await stored()).toEqual({ FR: 230, SM: 27 })
    await expectPage(page.getByText('No song has begun.')).toBeVisible()
  })
})

test('the sum follows typing, and a wrong number is named at its field and not sent', async () => {
  await store({ AT: 436 })
  const { page } = await openDesk()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await field(page, 'France').fill('230')
  await expectPage(page.getByText('666 of 4,350')).toBeVisible()
  await expectPage(page.getByText('2 of 26 have points')).toBeVisible()
  await field(page, 'Austria').fill('25x')
  await expectPage(field(page, 'Austria')).toHaveAccessibleDescription(
    'Austria: "25x" is not a number. Nothing was saved.',
  )
  await expectPage(page.getByText('230 of 4,350')).toBeVisible()
  await field(page, 'France').press('Enter')
  await expectPage(field(page, 'Austria')).toBeFocused()
  await button(page, 'Save and publish live').click()
  await expectPage(field(page, 'Austria')).toBeFocused()
  expect(posts).toEqual([])
  await field(page, 'Austria').fill('25')
  await field(page, 'Austria').press('Enter')
  await expectPage(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toEqual({ AT: 25, FR: 230 })
})

describe.each([{ javaScript: false }, { javaScript: true }])('JavaScript: $javaScript', (mode) => {
  test('what is not saved is kept while the way to enter is changed, and after the other one is saved', async () => {
    await store({ AT: 1 })
    const page = await browser.newPage({ ...mode, hasTimeZoneCookie: true, width: 390 })
    await game.openAs(page, 'admin', '/admin/desk?round=3')
    if (mode.javaScript) await waitForHydration(page)
    const text = page.getByRole('textbox', { name: 'One country per line' })
    await field(page, 'Austria').fill('436')
    await field(page, 'Finland').fill('19x')
    await field(page, 'Norway').fill('89')
    await button(page, 'Paste').click()
    await text.fill('Sweden 321\nNorway 90')
    await button(page, '26 fields').click()
    await expectPage(field(page, 'Austria')).toHaveValue('436')
    await expectPage(field(page, 'Finland')).toHaveValue('19x')
    expect(await stored()).toEqual({ AT: 1 })

    await button(page, 'Paste').click()
    await expectPage(text).toHaveValue('Sweden 321\nNorway 90')
    if (!mode.javaScript) await button(page, 'Save').click()
    await expectPage(page.getByText('– → 321')).toBeVisible()
    await button(page, 'Save').click()
    await expectPage(page.getByText('Points saved')).toBeVisible()
    expect(await stored()).toEqual({ AT: 1, NO: 90, SE: 321 })
    await expectPage(field(page, 'Austria')).toHaveValue('436')
    await expectPage(field(page, 'Finland')).toHaveValue('19x')
    await expectPage(field(page, 'Norway')).toHaveValue('90')
    if (mode.javaScript) await expectPage(status(page)).toBeEmpty()

    await button(page, 'Paste').click()
    await expectPage(text).toHaveValue('')
    await text.fill('Poland 156')
    await button(page, '26 fields').click()
    await save(page, 'Finland', '196')
    expect(await stored()).toEqual({ AT: 436, FI: 196, NO: 90, SE: 321 })
    await button(page, 'Paste').click()
    await expectPage(text).toHaveValue('Poland 156')
  })
})

test('the sum follows what is pasted while it is typed, as far as it is understood', async () => {
  await store({ AT: 436, NO: 89 })
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await expectPage(page.getByText('525 of 4,350')).toBeVisible()
  await text.fill('Austria 430\nFinland 196\nSwden 321')
  await expectPage(page.getByText('715 of 4,350')).toBeVisible()
  await expectPage(page.getByText('3 of 26 have points')).toBeVisible()
  await button(page, 'Save').click()
  await expectPage(page.getByText('1 line not understood')).toBeVisible()
  await expectPage(page.getByText('715 of 4,350')).toBeVisible()
  await text.fill('1. Österreich (430)\n2. Sverige – 321')
  await expectPage(page.getByText('436 → 430')).toBeVisible()
  await expectPage(page.getByText('840 of 4,350')).toBeVisible()
  await text.fill('')
  await expectPage(page.getByText('525 of 4,350')).toBeVisible()
})

test('a column that was chosen belongs to the text: for another one it is asked anew', async () => {
  await store({ AT: 436, NO: 89 })
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Austria\t258\t178\nNorway\t60\t29')
  await button(page, '258, 60').click()
  await expectPage(page.getByText('436 → 258')).toBeVisible()
  await text.fill('Austria\t250\t180\nNorway\t67\t22')
  await expectPage(button(page, '180, 22')).toBeVisible()
  await expectPage(page.getByText(/436 →/)).toHaveCount(0)
})

test('what another desk saved is seen without a press; what is typed here is not replaced', async () => {
  const { page, asked, ask } = await openDesk()
  const other = (await openDesk()).page
  await field(page, 'Norway').fill('120')
  await save(other, 'Norway', '89')
  await save(other, 'Finland', '196')
  await ask()
  await expectPage(field(page, 'Finland')).toHaveValue('196')
  await expectPage(field(page, 'Norway')).toHaveValue('120')
  await expectPage(field(page, 'Norway')).toHaveAccessibleDescription('Stored now: 89')
  await expectPage(status(page)).toHaveText(
    'Changed at another desk in the meantime: Norway 89. From another desk: Finland 196.',
  )
  await ask()
  expect(asked).toEqual([200, 304])

  await field(page, 'Norway').press('Enter')
  const alert = page.getByRole('alert')
  await expectPage(alert).toContainText(
    'Changed at another desk in the meantime: Norway 89. Nothing was saved.',
  )
  await expectPage(field(page, 'Norway')).toBeFocused()
  expect(await stored()).toEqual({ FI: 196, NO: 89 })
  await field(page, 'Norway').press('Enter')
  await expectPage(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toEqual({ FI: 196, NO: 120 })
  await expectPage(status(page)).toBeEmpty()
})

test('without a network nothing typed is lost, and a press that was answered by nobody stores nothing twice', async () => {
  const { page, ask } = await openDesk()
  await field(page, 'Finland').fill('196')
  await page.context().setOffline(true)
  await field(page, 'Finland').press('Enter')
  await expectPage(page.getByRole('alert')).toContainText('What you entered is still here.')
  await expectPage(field(page, 'Finland')).toHaveValue('196')
  expect(await stored()).toEqual({})
  await page.context().setOffline(false)

  // The server does it, and its answer is lost.
  await page.route('**/admin/desk.data?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await Promise.all([page.waitForEvent('requestfailed'), button(page, 'Save and publish live').click()])
  await expectPage(page.getByRole('alert')).toContainText('Press again: it is stored only once.')
  await page.unroute('**/admin/desk.data?*')
  expect(await stored()).toEqual({ FI: 196 })
  await ask()
  await expectPage(page.getByText('Live, not official')).toBeVisible()
  await button(page, 'Save and publish live').click()
  await expectPage(page.getByText('No answer')).toHaveCount(0)
  expect(await stored()).toEqual({ FI: 196 })
  const live = await withDatabase((db) =>
    db.selectFrom('publications').select('id').where('kind', '=', 'live').execute(),
  )
  expect(live).toHaveLength(1)
})

test('asks nothing while the page is hidden, says when nothing comes, and stops when the session has ended', async () => {
  const { page, asked, ask } = await openDesk()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  await page.clock.fastForward(60_000)
  expect(asked).toEqual([])
  await page.route('**/admin/desk.json?*', (route) => route.abort())
  await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    }),
  ])
  await expectPage(status(page)).toHaveText('No answer: other desks are not shown.')
  await page.unroute('**/admin/desk.json?*')
  await ask()
  await expectPage(status(page)).toBeEmpty()

  await field(page, 'Finland').fill('196')
  await game.endSessions()
  await ask()
  await expectPage(page.getByRole('alert')).toContainText('You are not signed in any more')
  await expectPage(field(page, 'Finland')).toHaveValue('196')
  await page.clock.fastForward(120_000)
  expect(asked).toEqual([200, 401])

  await button(page, 'Sign in here').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await game.openAs(page, 'admin', await page.getByRole('main').locator('[name=redirectTo]').inputValue())
  await expectPage(field(page, 'Finland')).toHaveValue('196')
  expect(await stored()).toEqual({})
})

test('Enter still saves when the session ended and came back in another tab', async () => {
  const { page, ask } = await openDesk()
  await field(page, 'Finland').fill('196')
  await game.endSessions()
  await ask()
  await expectPage(button(page, 'Sign in here')).toBeVisible()
  const tab = await page.context().newPage()
  await game.openAs(tab, 'admin', '/admin')
  await field(page, 'Finland').press('Enter')
  await expectPage(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toEqual({ FI: 196 })
})

test('a semi-final’s taps at one desk appear at the other', async () => {
  await withDatabase(async (db) => {
    await db.updateTable('games').set({ publication_id: null, live_publication_id: null }).execute()
    await db.deleteFrom('publication_points').execute()
    await db.deleteFrom('publications').execute()
    await db.deleteFrom('round_scores').execute()
  })
  const one = await openDesk('/admin/desk?round=2')
  const other = (await openDesk('/admin/desk?round=2')).page
  const austria = (page: Page) => page.getByRole('button', { name: /Austria/ })
  await austria(other).first().click()
  await expectPage(austria(other).first()).toHaveAttribute('aria-pressed', 'true')
  await expectPage(austria(one.page).first()).toHaveAttribute('aria-pressed', 'false')
  await one.ask()
  await expectPage(austria(one.page).first()).toHaveAttribute('aria-pressed', 'true')
  await expectPage(one.page.getByText('1 of 10 through')).toBeVisible()
  await expectPage(status(one.page)).toHaveText('From another desk: Austria through.')
})

test('of two presses at once for one field one is stored, and the other is told', async () => {
  const desks = [(await openDesk()).page, (await openDesk()).page] as const
  await field(desks[0], 'Finland').fill('196')
  await field(desks[1], 'Finland').fill('190')
  await Promise.all(desks.map((page) => field(page, 'Finland').press('Enter')))
  const told = (page: Page) =>
    expectPage(page.getByRole('alert')).toContainText('Changed at another desk in the meantime: Finland')
  await Promise.any(desks.map(told))
  const alerts = await Promise.all(desks.map((page) => page.getByRole('alert').count()))
  expect(alerts.toSorted()).toEqual([0, 1])
  expect(await stored()).toEqual({ FI: alerts[0] === 0 ? 196 : 190 })
  await expectPage(field(desks[0], 'Finland')).toHaveValue('196')
  await expectPage(field(desks[1], 'Finland')).toHaveValue('190')
})

test('an answer that is no desk changes nothing', async () => {
  const { page, ask } = await openDesk()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await field(page, 'Finland').fill('196')
  for (const body of ['<html>', '{"rows"', '{}', 'null', `"${'x'.repeat(256 * 1024)}"`]) {
    const headers = { 'Content-Type': 'application/json', 'Ask-Again': '5' }
    await page.route('**/admin/desk.json?*', (route) => route.fulfill({ headers, body }))
    await ask()
    await page.unroute('**/admin/desk.json?*')
  }
  await ask()
  await expectPage(field(page, 'Finland')).toHaveValue('196')
  expect(errors).toEqual([])
})

test('says when its visitor is no admin any more, or another season is played, and keeps what is typed', async () => {
  const one = await openDesk()
  await field(one.page, 'Finland').fill('196')
  await withDatabase((db) => db.updateTable('sessions').set({ is_admin: 0 }).execute())
  await one.ask()
  await expectPage(status(one.page)).toHaveText('You are not an admin any more: nothing can be saved here.')
  await expectPage(field(one.page, 'Finland')).toHaveValue('196')

  const other = await openDesk()
  await field(other.page, 'Finland').fill('196')
  await game.playSeason(2026)
  try {
    await other.ask()
    await expectPage(status(other.page)).toHaveText(
      'This round is not in the season any more. Nothing more can be saved.',
    )
    await expectPage(field(other.page, 'Finland')).toHaveValue('196')
    await other.page.clock.fastForward(120_000)
    expect([...one.asked, ...other.asked]).toEqual([403, 404])
    await field(other.page, 'Finland').press('Enter')
    await expectPage(other.page.getByRole('heading', { level: 1 })).not.toContainText('Grand final')
    expect(await stored()).toEqual({})
  } finally {
    await game.playSeason(2025)
  }
})

describe.each([{ javaScript: false }, { javaScript: true }])('JavaScript: $javaScript', (mode) => {
  test('official tells what it means, is confirmed there, and its result has the focus', async () => {
    await withDatabase(async (db) => {
      await db.updateTable('games').set({ publication_id: null, live_publication_id: null }).execute()
      await db.deleteFrom('publication_points').execute()
      await db.deleteFrom('publications').execute()
      await db.deleteFrom('round_scores').execute()
    })
    const page = await browser.newPage({ ...mode, hasTimeZoneCookie: true, width: 390 })
    await game.openAs(page, 'admin', '/admin/desk?round=1')
    if (mode.javaScript) await waitForHydration(page)
    for (let count = 1; count <= 11; count += 1) {
      await page.getByRole('main').getByRole('listitem').nth(count).getByRole('button').click()
      await expectPage(page.getByText(`${count} of 10 through`)).toBeVisible()
    }
    const result = status(page)
    await button(page, 'Save and publish live').click()
    await expectPage(result).toHaveText('11 countries are through, but only 10 can be. Publish live anyway?')
    await expectPage(result).toBeFocused()
    await button(page, 'Not yet').click()
    await expectPage(button(page, 'Publish as official')).toBeFocused()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expectPage(page.getByText('10 of 10 through')).toBeVisible()

    await button(page, 'Publish as official').click()
    await expectPage(result).toContainText('Publish the first semi-final as official?')
    await expectPage(result).toBeFocused()
    await button(page, 'Publish as official').click()
    await expectPage(result).toHaveText('These results are official.')
    await expectPage(result).toBeFocused()
    await expectPage(page.getByText('Team scores computation triggered')).toBeVisible()
    await expectPage(page.getByRole('listitem').getByText('Out', { exact: true })).toHaveCount(5)
  })
})
