import type { Locator, Page } from 'playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { button, countryCards, countryNames, expectPage, waitForHydration } from './support/page-helpers.ts'

setUpGame()

/** Deadlines at both clock changes: Zurich's clocks skip the first, and show the same time for the other two. */
const deadlines = ['2025-03-30T01:00:00.000Z', '2025-10-26T00:30:00.000Z', '2025-10-26T01:30:00.000Z']

beforeAll(async () => {
  const db = openDatabase(game.databaseFile)
  for (const [index, iso] of deadlines.entries()) {
    const change = db.updateTable('rounds').set({ deadline_at: Date.parse(iso) })
    await change.where('round_number', '=', index + 1).execute()
  }
  await db.destroy()
  await game.setClock('2025-03-29T12:00:00Z')
})

/** The deadlines of the Rounds card. */
function schedule(page: Page): Locator {
  return page.getByRole('region', { name: 'Rounds' }).locator('time')
}

function deadlineLine(page: Page): Locator {
  return page
    .getByRole('main')
    .getByText(/Closes|is closed/)
    .first()
    .locator('xpath=ancestor-or-self::p')
}

/** The page's errors from now on, hydration mismatches above all. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

test.each([
  ['Europe/Zurich', ['Mar 30, 03:00 CEST', 'Oct 26, 02:30 CEST', 'Oct 26, 02:30 CET']],
  ['America/St_Johns', ['Mar 29, 22:30 GMT-2:30', 'Oct 25, 22:00 GMT-2:30', 'Oct 25, 23:00 GMT-2:30']],
  ['Pacific/Kiritimati', ['Mar 30, 15:00 GMT+14', 'Oct 26, 14:30 GMT+14', 'Oct 26, 15:30 GMT+14']],
])('with script a browser in %s shows every deadline in its own time', async (timezoneId, texts) => {
  const page = await browser.newPage({ timezoneId })
  const errors = collectErrors(page)
  await game.openAs(page, 'player', '/game/leagues')
  await expectPage(schedule(page)).toHaveText(texts)
  const reloaded = await page.reload()
  const html = (await reloaded?.text()) ?? ''
  for (const [index, iso] of deadlines.entries()) {
    expect(html, 'the server formats it').toContain(`<time dateTime="${iso}">${texts[index]}</time>`)
  }
  await waitForHydration(page)
  await expectPage(schedule(page)).toHaveText(texts)
  expect(errors).toEqual([])
  await page.context().close()
})

const inKiritimati = ['Mar 30, 15:00 GMT+14', 'Oct 26, 14:30 GMT+14', 'Oct 26, 15:30 GMT+14']

test('a tab loaded before another one stored the time zone shows it too, and keeps its click', async () => {
  const first = await browser.newPage({ timezoneId: 'Pacific/Kiritimati' })
  const second = await first.context().newPage()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await second.route('**/assets/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await game.openAs(second, 'player', '/game/lineup', 'commit')
  await expectPage(schedule(second).first()).toHaveText('Mar 30, 03:00 CEST')
  await first.goto('/game/leagues')
  await expectPage(schedule(first)).toHaveText(inKiritimati)
  release()
  await waitForHydration(second)
  const order = countryNames(second.getByRole('region', { name: 'Your order' }))
  const [, moved = ''] = await order.allTextContents()
  await button(second, `Move ${moved} up`).click()
  await expectPage(schedule(second)).toHaveText(inKiritimati)
  await expectPage(order.first()).toHaveText(moved)
  await first.context().close()
})

test('a time zone that the server does not know is sent once', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Mars/Olympus_Mons' }
    }
  })
  let revalidations = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/session')) revalidations += 1
  })
  await game.openAs(page, 'player', '/game/leagues')
  const countLoads = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('/game/leagues.data'))
          .length,
    )
  // The root’s data and the page’s.
  await expectPage.poll(countLoads).toBe(2)
  for (const path of ['/game/lineup', '/game/leagues']) {
    await page.goto(path)
    await waitForHydration(page)
    await expectPage(page.locator('main time').first()).toContainText('CE')
  }
  expect(revalidations).toBe(1)
  await page.context().close()
})

test('without script times are the host city’s until the form says otherwise', async () => {
  const page = await browser.newPage({ javaScript: false, timezoneId: 'Pacific/Kiritimati' })
  await game.openAs(page, 'player', '/game/leagues')
  await expectPage(schedule(page)).toHaveText([
    'Mar 30, 03:00 CEST',
    'Oct 26, 02:30 CEST',
    'Oct 26, 02:30 CET',
  ])
  await page.getByRole('link', { name: 'Time zone' }).click()
  const field = page.getByLabel('Time zone', { exact: true })
  await field.fill('Atlantis')
  await field.press('Enter')
  await expectPage(page.getByRole('alert').filter({ hasText: 'Time zone not found' })).toBeVisible()
  await expectPage(field).toHaveValue('Atlantis')
  await expectPage(field).toHaveAccessibleDescription(/There is no time zone of this name/)
  await field.fill('kiritimati')
  await button(page, 'Save time zone').click()
  await expectPage(page).toHaveURL('/game/leagues')
  await expectPage(schedule(page)).toHaveText(inKiritimati)
  await page.context().close()
})

test('the remaining time follows the server’s clock, and a deadline keeps the draft', async () => {
  // Without the cookie each page would be revalidated, and the server's time would replace the forwarded one.
  const open = () => browser.newPage({ hasTimeZoneCookie: true })
  const [lineup, team] = [await open(), await open()]
  const errors = [collectErrors(lineup), collectErrors(team)]
  // The browsers' own clocks start in 1970, and only the test moves them.
  for (const page of [lineup, team]) await page.clock.install({ time: 0 })

  await game.setClock('2025-03-30T00:57:15Z')
  await game.openAs(lineup, 'player', '/game/lineup')
  await expectPage(deadlineLine(lineup)).toContainText('in 2 minutes')
  await waitForHydration(lineup)
  await lineup.clock.fastForward(60_000)
  await expectPage(deadlineLine(lineup)).toContainText('in 1 minute')

  await game.openAs(team, 'player2', '/game/team')
  await waitForHydration(team)
  const order = countryNames(lineup.getByRole('region', { name: 'Your order' }))
  const [first = '', second = ''] = await order.allTextContents()
  await button(lineup, `Move ${second} up`).click()
  await expectPage(order.first()).toHaveText(second)
  await team.getByLabel('Team name').fill('Too late')
  await expectPage(countryCards(team)).toContainText('6 / 6')

  await game.setClock('2025-03-30T01:00:01Z')
  for (const page of [lineup, team]) await page.clock.fastForward(3 * 60_000)
  await expectPage(lineup.getByText('First semi-final is closed.')).toBeVisible()
  await expectPage(deadlineLine(lineup)).toContainText('Closes Oct 26, 00:30')
  await expectPage(lineup.getByRole('alert').filter({ hasText: 'This round is closed' })).toBeVisible()
  await expectPage(button(lineup, 'Save Lineup')).toBeDisabled()
  await expectPage(order.nth(0)).toHaveText(second)
  await expectPage(order.nth(1)).toHaveText(first)

  await expectPage(team.getByText('First semi-final is closed.')).toBeVisible()
  await expectPage(deadlineLine(team), 'announced once').toHaveText('First semi-final is closed.')
  await expectPage(button(team, 'Save Team')).toBeDisabled()
  await expectPage(team.getByLabel('Team name')).toHaveValue('Too late')
  expect(errors).toEqual([[], []])
})
