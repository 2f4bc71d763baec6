import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { withDatabase } from './support/desk.ts'
import { browser, game, setUpGame } from './support/game.ts'
import {
  advanceUntilAnswered,
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'
import { pageStates } from './support/page-states.ts'
import { type TranslatorKind, translatePage, translatePages } from './support/translator.ts'

/** Pages that a browser translates while they are used (D44), and nodes that extensions add to them. */
setUpGame()
afterEach(() => browser.closePages())

const kinds: readonly TranslatorKind[] = ['replaces text', 'moves text']

/** What script reported since the page was opened. */
function listenToErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

async function openPage(path: string, account = 'player') {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  await game.openAs(page, account, path)
  await waitForHydration(page)
  return { page, errors }
}

test.each(kinds)('a translated team page counts what is chosen and what is left (%s)', async (kind) => {
  await game.setClock('2025-05-10T12:00:00Z')
  const { page, errors } = await openPage('/game/team', 'player3')
  await translatePage(page, kind)
  for (const country of ['Austria', 'Estonia', 'Greece'])
    await button(countryList(page), `Add ${country}`).click()
  await expectPage(page.getByText('3 of 6').first()).toBeVisible()
  await expectPage(page.getByText('0 of 6')).toHaveCount(0)
  await expectPage(page.getByText('€100M left')).toHaveCount(0)
  await expectPage(countryCards(page)).toContainText('3 / 6')
  expect(errors).toEqual([])
})

test.each(kinds)('a translated line-up shows its order and shares, and another round (%s)', async (kind) => {
  await game.setClock('2025-05-10T12:00:00Z')
  const { page, errors } = await openPage('/game/lineup')
  await translatePage(page, kind)
  const list = page.getByRole('region', { name: 'Your order' })
  const before = await countryNames(list).allInnerTexts()
  await button(list, `Move ${before[0]} down`).click()
  await expectPage(countryNames(list).first()).toHaveText(before[1] ?? '')
  const [first, second] = await list.getByRole('listitem').allInnerTexts()
  expect(first).toContain('100')
  expect(second).toContain('85')
  await page.getByRole('combobox', { name: 'Round' }).selectOption('Grand final')
  await button(page.getByRole('dialog'), 'Discard').click()
  await page.waitForURL('**/game/lineup?round=3')
  await expectPage(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectPage(page.getByText('Something went wrong')).toHaveCount(0)
  expect(errors).toEqual([])
})

/** Publishes points of Sweden live, by its admin. */
async function publishLive(points: string): Promise<void> {
  const page = await browser.newPage()
  await game.openAs(page, 'admin', '/admin?round=1')
  await page.getByRole('textbox', { name: 'Sweden', exact: true }).fill(points)
  await button(page, 'Save and publish live').press('Enter')
  await expectPage(page.getByRole('status')).toContainText('live')
  await page.context().close()
}

test.each(kinds)('a translated live page keeps asking, shows what is new, and stops (%s)', async (kind) => {
  await game.setClock('2025-05-13T20:45:00Z')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await game.openAs(page, 'player', '/game/live')
  await waitForHydration(page)
  await translatePage(page, kind)
  await page.getByRole('link', { name: 'Update by itself' }).click()
  await expectPage(page.getByText('every 10 s')).toBeVisible()
  await publishLive(kind === 'moves text' ? '0' : '50')
  const before = await page.locator('main').innerText()
  await advanceUntilAnswered(page, '**/game/live.json')
  await expectPage.poll(() => page.locator('main').innerText()).not.toBe(before)
  await page.getByRole('link', { name: 'Stop' }).click()
  await expectPage(page.getByText('every 10 s')).toHaveCount(0)
  expect(errors).toEqual([])
})

test.each(kinds)('a page that was translated before its script hydrates all the same (%s)', async (kind) => {
  await game.setClock('2025-05-10T12:00:00Z')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  await translatePages(page, kind, 'parsed')
  await game.openAs(page, 'player', '/game/team')
  await waitForHydration(page)
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  expect(errors).toEqual([])
})

/** In the page: adds nodes to html, head and body, first, in the middle and last, as extensions do. */
function addForeignNodes(): void {
  if (self !== top) return
  const at = { html: document.documentElement, head: document.head, body: document.body }
  for (const [name, parent] of Object.entries(at)) {
    const make = (tag: string) => Object.assign(document.createElement(tag), { className: `foreign-${name}` })
    parent.prepend(make('div'), 'x')
    parent.insertBefore(make('link'), parent.childNodes[4] ?? null)
    parent.append(make('script'), make('iframe'))
  }
}

test('nodes that extensions add to html, head and body before hydration do not disturb it', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  await page.addInitScript(`addEventListener('DOMContentLoaded', ${addForeignNodes})`)
  await game.openAs(page, 'player', '/game/team')
  await waitForHydration(page)
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  await expectPage(page.locator('[class^=foreign-]')).toHaveCount(12)
  expect(errors).toEqual([])
})

test('a page whose node has gone is loaded anew with its draft, and the second time stays without script', async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  const { page } = await openPage('/game/team')
  for (const { code, country, count } of [
    { code: 'PL', country: 'Poland', count: '5 / 6' },
    { code: 'GR', country: 'Greece', count: '4 / 6' },
  ]) {
    await waitForHydration(page)
    const loaded = page.waitForEvent('load')
    // React looks for the card's row in its list, and no wrapper tells where it went.
    await page.evaluate((name) => {
      const row = document.querySelector(`[data-focus="card:${name}"]`)?.closest('li')
      row?.parentElement?.replaceChild(row.cloneNode(true), row)
    }, code)
    await button(countryList(page), `Remove ${country}`).click()
    await loaded
    await expectPage(countryCards(page)).toContainText(count)
    await expectPage(page).toHaveURL(/picks=/)
  }
  await button(countryCards(page), 'Remove Italy').click()
  await expectPage(countryCards(page)).toContainText('3 / 6')
  await expectPage(page.getByText('Something went wrong')).toHaveCount(0)
})

test('a page that is not the server’s works without script', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.prepend('foreign '))`,
  )
  await game.openAs(page, 'player', '/game/team')
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  await expectPage(page.locator('link[rel=stylesheet]')).toHaveCount(1)
  await expectPage(page.getByText('foreign ')).toBeVisible()
})

/** In the page: elements that hold nothing but a name or a numeral, and may be translated. */
function listTranslatable(names: readonly string[]): string[] {
  const isTold = (text: string) =>
    /^[#€+-]?\d[\d,.]*[%M]?$/.test(text) || names.includes(text.replaceAll(/[“”]/g, ''))
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.childElementCount === 0 && isTold(element.textContent?.trim() ?? ''))
    .filter(
      (element) =>
        !element.closest(
          '[translate=no], svg, time, progress, script, aside[aria-label="Demo clock"], .prose',
        ),
    )
    .map(
      (element) => `${location.pathname}: ${element.tagName}.${element.className} '${element.textContent}'`,
    )
}

test('names, codes and numerals are not to be translated on any page', async () => {
  await game.setClock('2025-05-14T12:00:00Z')
  const names = await withDatabase(async (db) => {
    const entries = await db.selectFrom('entries').select(['artist', 'song']).execute()
    const teams = await db.selectFrom('teams').select(['team_name', 'manager_name']).execute()
    const leagues = await db.selectFrom('leagues').select('league_name').execute()
    return [
      ...entries.flatMap(({ artist, song }) => [artist, song, `${artist}, ${song}`]),
      ...teams.flatMap((team) => [team.team_name, team.manager_name]),
      ...leagues.map(({ league_name }) => league_name),
    ]
  })
  const page = await browser.newPage({ javaScript: false })
  const found: string[] = []
  for (const who of ['player', 'player3', 'admin'] as const)
    for (const path of new Set(pageStates.filter((state) => state.who === who).map(({ path }) => path))) {
      await game.openAs(page, who, path)
      found.push(...(await page.evaluate(listTranslatable, names)))
    }
  expect([...new Set(found)]).toEqual([])
})

test('the form tokens for browsers that do not say where they send from are gone once script runs', async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  let served = ''
  await page.route('**/game/team', async (route) => {
    const { 'sec-fetch-site': _, ...headers } = await route.request().allHeaders()
    const response = await route.fetch({ headers })
    served = await response.text()
    await route.fulfill({ response })
  })
  await game.openAs(page, 'player', '/game/team')
  await waitForHydration(page)
  expect(served).toContain('name="form-token"')
  await expectPage(page.locator('[name=form-token], [data-text]')).toHaveCount(0)
  expect(errors).toEqual([])
})
