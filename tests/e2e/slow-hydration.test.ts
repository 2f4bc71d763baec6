import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'

/** Actions before a page is hydrated: the processor is slow, the visitor is not. */
setUpGame()

afterEach(() => browser.closePages())

const rates = [4, 8, 12]
const visits = Array.from({ length: process.env.EVERYTHING ? 40 : 6 }, (_, index) => ({
  visit: index + 1,
  rate: rates[index % rates.length] ?? 1,
  // In another order each time, so that hydration meets each of them.
  actions: [typeName, changeCountry, search].map((_action, at, all) => all[(at + Math.floor(index / 3)) % 3]),
}))

test.each(visits)(
  'visit $visit, processor throttled $rate times: nothing done before script runs is lost',
  { timeout: 300_000 },
  async ({ rate, actions }) => {
    const page = await browser.newPage({ hasTimeZoneCookie: true })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await throttle(page, rate)
    await game.openAs(page, 'player', '/game/team', 'commit')
    await waitForPaint(page)
    for (const action of actions) await action?.(page)
    await waitForHydration(page)
    await expectDraft(page)
    await expectScript(page)

    await page.goto('/game/lineup', { waitUntil: 'commit' })
    await waitForPaint(page)
    await expectMoves(page)
    expect(faults).toEqual([])
  },
)

test('text typed into the middle of a field before hydration stays', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const release = await holdScript(page)
  await game.openAs(page, 'player', '/game/team', 'commit')
  const field = page.getByLabel('Team name')
  await field.press('Home')
  await page.keyboard.type('No')
  release()
  await waitForHydration(page)
  await page.keyboard.type('rthern ')
  await expectPage(field).toHaveValue('Northern Lights of Basel')
  await expectPage(page).toHaveURL(/teamName=Northern/)
})

test('a click right after hydration keeps what was typed before', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.addInitScript(clickAfterFirstCommit, '[data-focus="card:PL"]')
  const release = await holdScript(page)
  await game.openAs(page, 'player', '/game/team', 'commit')
  await page.getByLabel('Team name').press('End')
  await page.keyboard.type(', typed')
  release()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  await expectPage(page.getByLabel('Team name')).toHaveValue('Lights of Basel, typed')
  await expectPage(page).toHaveURL(/picks=AT\.EE\.GR\.IT\.LV&/)
  await expectPage(page).toHaveURL(/teamName=Lights\+of\+Basel%2C\+typed/)
})

test('a round and a checkbox chosen before hydration are kept', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  const release = await holdScript(page)
  await game.openAs(page, 'player', '/game/lineup', 'commit')
  const later = page.getByLabel('Same order for the remaining rounds')
  await later.check()
  release()
  await waitForHydration(page)
  await expectPage(later).toBeChecked()
  await expectPage(page).toHaveURL(/later=1/)

  const releaseAgain = await holdScript(page)
  await page.goto('/game/lineup', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Round' }).selectOption('Grand final')
  releaseAgain()
  await expectPage(page).toHaveURL('/game/lineup?round=3')
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('3')
  await expectPage(page.getByRole('button', { name: 'Grand final' })).toHaveAttribute('aria-current', 'true')
})

/** In the page: clicks a button after React's first commit, before its deferred effects. */
function clickAfterFirstCommit(selector: string): void {
  let isFirst = true
  const click = () => document.querySelector<HTMLButtonElement>(selector)?.click()
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot() {
      if (isFirst) queueMicrotask(click)
      isFirst = false
    },
    onCommitFiberUnmount() {},
  }
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

const scripts = '**/assets/**/*.js'

/** Holds all scripts until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.unroute(scripts)
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function throttle(page: Page, rate: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Waits for the first contentful paint. */
async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

const typed = ', typed before hydration'

/** Types after the stored name, letter by letter. */
async function typeName(page: Page): Promise<void> {
  await page.getByLabel('Team name').press('End')
  for (const letter of typed) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
}

/** Waits for the effect of each click, by script or by the server, before the next one. */
async function changeCountry(page: Page): Promise<void> {
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  await button(countryList(page), 'Add Germany').click()
  await expectPage(countryCards(page)).toContainText('6 / 6')
}

async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').click()
  for (const letter of 'german') await page.keyboard.press(letter)
}

const chosen = ['Austria', 'Estonia', 'Greece', 'Italy', 'Latvia', 'Germany']

/** The page shows the whole draft, and so does its address after a reload. */
async function expectDraft(page: Page): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    await expectPage(page.getByLabel('Team name')).toHaveValue(`Lights of Basel${typed}`)
    await expectPage(countryNames(countryCards(page))).toHaveText(chosen)
    await expectPage(page.getByRole('searchbox')).toHaveValue('german')
    await expectPage(countryNames(countryList(page))).toHaveText(['Germany'])
    if (look === 0) await page.reload({ waitUntil: 'commit' })
  }
}

/** Script works: the list follows the search without a document. */
async function expectScript(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.getByRole('searchbox').fill('swed')
  await expectPage(countryNames(countryList(page))).toHaveText(['Sweden'])
}

/** Moves the last country to the top; the address keeps the order. */
async function expectMoves(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Your order' })
  // The first paint may not show the whole page.
  await expectPage(countryNames(list)).toHaveCount(6)
  const before = await countryNames(list).allInnerTexts()
  const last = before.at(-1) ?? ''
  for (const position of [5, 4, 3, 2, 1]) {
    await button(list, `Move ${last} up`).click()
    await expectPage(countryNames(list).nth(position - 1)).toHaveText(last)
  }
  await waitForHydration(page)
  await page.reload()
  await expectPage(countryNames(list)).toHaveText([last, ...before.slice(0, -1)])
}
