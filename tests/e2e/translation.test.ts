import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
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
  await button(page, 'Discard').click()
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
  await publishLive('0')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const errors = listenToErrors(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await game.openAs(page, 'player', '/game/live')
  await waitForHydration(page)
  await translatePage(page, kind)
  await page.getByRole('link', { name: 'Refresh by itself' }).click()
  await expectPage(page.getByText('every 10 s')).toBeVisible()
  await publishLive('50')
  const before = await page.locator('main').innerText()
  await advanceUntilAnswered(page, '**/game/live.json')
  await expectPage.poll(() => page.locator('main').innerText()).not.toBe(before)
  const shown = await page.locator('main').innerText()
  await page.getByRole('link', { name: 'Stop' }).click()
  await expectPage(page.getByText('every 10 s')).toHaveCount(0)
  expect(errors).toEqual([])
  await page.reload()
  const withoutSpace = (text: string) =>
    text.replaceAll(/\s/g, '').replace(/Live.*?Refresh.*?itself.*?s?Stop/, '')
  expect(withoutSpace(shown).length).toBeGreaterThan(100)
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
    parent.insertBefore(make('style'), parent.childNodes[4] ?? null)
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
