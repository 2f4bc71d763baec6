import type { Page } from 'playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryList,
  countryNames,
  detailsButton,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'

/** Browsers with script that lack something (D55): it helps where it can, and never takes away a page that was there. */
setUpGame()
afterEach(() => browser.closePages())

const refuses = '{ throw new DOMException("refused", "SecurityError") }'

/** What is taken away, and whether pages hydrate without it. */
const abilities: Record<string, { removal: string; hydrates: boolean }> = {
  ReadableStream: { removal: 'delete window.ReadableStream', hydrates: false },
  TextEncoderStream: { removal: 'delete window.TextEncoderStream', hydrates: false },
  TextDecoderStream: { removal: 'delete window.TextDecoderStream', hydrates: true },
  'AbortSignal.timeout': { removal: 'delete AbortSignal.timeout', hydrates: false },
  'Array.at': { removal: 'delete Array.prototype.at', hydrates: false },
  structuredClone: { removal: 'delete window.structuredClone', hydrates: true },
  showModal: { removal: 'delete HTMLDialogElement.prototype.showModal', hydrates: false },
  ':modal': {
    removal: `const { matches } = Element.prototype; Element.prototype.matches = function (selector) {
      if (selector.includes(':modal')) ${refuses} return matches.call(this, selector) }`,
    hydrates: true,
  },
  'history.replaceState, which throws': {
    removal: `history.replaceState = () => ${refuses}`,
    hydrates: false,
  },
  'Intl.supportedValuesOf': { removal: 'delete Intl.supportedValuesOf', hydrates: true },
  'crypto.randomUUID': { removal: 'delete Crypto.prototype.randomUUID', hydrates: true },
  IntersectionObserver: { removal: 'delete window.IntersectionObserver', hydrates: true },
  requestIdleCallback: { removal: 'delete window.requestIdleCallback', hydrates: true },
  BroadcastChannel: { removal: 'delete window.BroadcastChannel', hydrates: true },
  'SubmitEvent.submitter': { removal: 'delete SubmitEvent.prototype.submitter', hydrates: false },
}

/** Opens a page without an ability. Stays until script has started, where it does. */
async function openWithout(removal: string, account: string, path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.addInitScript(removal)
  await game.openAs(page, account, path)
  return page
}

describe.each(Object.entries(abilities))('without %s', (_, { removal, hydrates }) => {
  test('a team is changed, a country is looked up, and a line-up is moved', async () => {
    await game.setClock('2025-05-10T12:00:00Z')
    const page = await openWithout(removal, 'player3', '/game/team')
    if (hydrates) await waitForHydration(page)
    await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
    await button(countryList(page), 'Add Austria').click()
    await expectPage(page.getByText('1 of 6').first()).toBeVisible()
    await expectPage(page.locator('[data-same-document]')).toHaveCount(hydrates ? 1 : 0)
    await detailsButton(countryList(page), 'Sweden').click()
    await expectPage(page.getByRole('dialog', { name: 'Sweden' })).toBeVisible()
    await page.reload()
    await button(page.getByRole('dialog'), 'Close').last().click()
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
    await expectPage(page.getByText('1 of 6').first()).toBeVisible()

    const lineup = await openWithout(removal, 'player', '/game/lineup')
    if (hydrates) await waitForHydration(lineup)
    const names = countryNames(lineup.getByRole('region', { name: 'Your order' }))
    const [first = '', second = '', ...others] = await names.allInnerTexts()
    await button(lineup, `Move ${first} down`).click()
    await expectPage(names).toHaveText([second, first, ...others])
    await button(lineup, 'Save Lineup').first().click()
    await expectPage(lineup.getByText('Lineup saved successfully')).toBeVisible()
  })
})

test('a page on which script fails is loaded once more, and those after it stay without script', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.addInitScript(`HTMLDialogElement.prototype.showModal = () => ${refuses}`)
  let loads = 0
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.url().includes('dialog=create')) loads += 1
  })
  await game.openAs(page, 'player', '/game/leagues?dialog=create')
  await expect.poll(() => loads).toBe(2)
  await page.waitForLoadState()
  await page.getByLabel('League Name').fill('é'.repeat(129))
  await button(page.getByRole('dialog'), 'Create League').click()
  await expectPage(page.getByText('League name too long').first()).toBeVisible()
  await expectPage(page.getByLabel('League Name')).toHaveValue('é'.repeat(129))
  await page.getByLabel('League Name').fill('The balcony')
  await button(page.getByRole('dialog'), 'Create League').click()
  await expectPage(page.getByRole('heading', { name: 'Share invite' })).toBeVisible()
  // The presses are the others.
  expect(loads).toBe(4)
})

test('a navigation ends where history.replaceState throws after the page has started, as Safari does', async () => {
  const later = `const { replaceState } = history
    history.replaceState = (...values) => { if (window.isRefused) ${refuses} replaceState.apply(history, values) }`
  const page = await openWithout(later, 'player', '/game/leagues?dialog=create')
  await waitForHydration(page)
  await page.evaluate('isRefused = true')
  await page.getByLabel('League Name').fill('é'.repeat(129))
  await button(page.getByRole('dialog'), 'Create League').click()
  await expectPage(page.getByText('League name too long').first()).toBeVisible()
  await expectPage(page.getByText('Loading…')).toHaveCount(0)
})
