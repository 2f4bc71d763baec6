import type { Page } from 'playwright/test'
import { expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { findFocusError, findTabOrderErrors, tabTo, tabToAndPress } from './support/keyboard.ts'
import { findOverflow } from './support/page-checks.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'
import {
  findClippedText,
  findMarksLostInForcedColors,
  findPrintErrors,
  setTextPreference,
} from './support/user-preferences.ts'

/**
 * The game with the keyboard alone (while the cookie bar stays open), and with the visitor's own settings: print, forced
 * colours, reduced motion, larger or spaced text.
 */
setUpGame({ withProvider: true })
const visitors = new Map<string, Page>()

/** 99 of 100 million. */
const six = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

function link(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('link', { name }).first()
}

test('the season is played with the keyboard alone', { timeout: 240_000 }, async () => {
  const page = await browser.newPage({ height: 720 })
  await skipToContent(page)
  await signInByKeys(page)
  await createTeam(page)
  await orderLineup(page)
  await createLeague(page)
  await lookAtResults(page)
  await tabToAndPress(page, button(page, 'Necessary Only'))
  await expectPage(page.getByText('A word about cookies')).toHaveCount(0)
})

async function skipToContent(page: Page) {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(page, skip)
  await expectPage(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectPage(link(page, 'Play Now')).toBeFocused()
  await page.keyboard.press('Enter')
}

async function signInByKeys(page: Page) {
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await tabToAndPress(page, button(page, 'Sign in / Create account'))
  const username = page.getByLabel('Username')
  await expectPage(username).toBeVisible()
  // The provider's page is not ours: only that it can be reached.
  while (!(await username.evaluate((field) => field === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.type('player3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
}

async function createTeam(page: Page) {
  await waitForHydration(page)
  await tabToAndPress(page, link(page, /Create Your Team/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Team Selection')
  const search = page.getByRole('searchbox')
  await tabTo(page, search)
  for (const country of six) {
    await page.keyboard.press('Control+A')
    await page.keyboard.type(country)
    await expectPage(countryNames(countryList(page))).toHaveText([country])
    await tabToAndPress(page, button(countryList(page), `Add ${country}`), { key: 'Space' })
    await expectPage(button(countryList(page), `Remove ${country}`)).toBeFocused()
    await tabTo(page, search, 'Shift+Tab')
  }
  await expectPage(countryNames(countryCards(page))).toHaveText(six)
  await tabTo(page, page.getByLabel('Team name'))
  await page.keyboard.type('Douze Points Club')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dora')
  await tabToAndPress(page, button(page, 'Save Team'))
  await expectPage(page.getByRole('status').filter({ hasText: 'Team saved successfully' })).toBeVisible()
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

async function orderLineup(page: Page) {
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /^Manage Lineup/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Line-up Management')
  const order = page.getByRole('region', { name: 'Your order' })
  await tabToAndPress(page, button(order, 'Move Austria up'))
  await expectPage(countryNames(order)).toHaveText([
    'Estonia',
    'Austria',
    'Ukraine',
    'Italy',
    'Greece',
    'Latvia',
  ])
  await page.keyboard.press('Space')
  await expectPage(countryNames(order)).toHaveText([
    'Austria',
    'Estonia',
    'Ukraine',
    'Italy',
    'Greece',
    'Latvia',
  ])
  await expectPage(button(order, 'Move Austria down')).toBeFocused()
  await chooseAnotherRound(page)
  await tabToAndPress(page, button(page, 'Save Lineup'))
  await expectPage(page.getByRole('status').filter({ hasText: 'Lineup saved successfully' })).toBeVisible()
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

/** An arrow key in the select asks about unsaved changes; the focus moves to the dialog and back. */
async function chooseAnotherRound(page: Page) {
  const round = page.getByRole('combobox', { name: 'Round' })
  await tabTo(page, round, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expectPage(question).toBeVisible()
  await expectPage(question.locator(':focus')).toHaveCount(1)
  await tabToAndPress(page, button(question, 'Keep editing'))
  await expectPage(question).toHaveCount(0)
  await expectPage(round).toBeFocused()
}

async function createLeague(page: Page) {
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /Leagues/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  const opener = link(page, 'Create League')
  await tabToAndPress(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await expectPage(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectPage(dialog).toHaveCount(0)
  await expectPage(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.type('The balcony')
  await tabToAndPress(page, button(dialog, 'Create League'))
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toBeVisible()
  await closeShareDialog(page)
}

/** It opens by itself after a league is made. */
async function closeShareDialog(page: Page) {
  const share = page.getByRole('dialog')
  await expectPage(share.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectPage(share).toHaveCount(0)
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

/** Moves the demo clock, and opens the table of results. */
async function lookAtResults(page: Page) {
  await tabToAndPress(page, button(page, 'Between the semi-finals'), { walk: 'Shift+Tab' })
  await expectPage(button(page, 'Between the semi-finals')).toHaveAttribute('aria-current', 'step')
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /Results/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Team Results')
  await expectPage(
    countryNames(page.getByRole('region', { name: 'First semi-final', exact: true })),
  ).toHaveText(['Austria', 'Estonia', 'Ukraine', 'Italy', 'Greece', 'Latvia'])
}

const windows = [
  { width: 1280, height: 720 },
  { width: 390, height: 664 },
] as const

const walks = [
  ['player', '/game/team'],
  ['player', '/game/leagues'],
  ['admin', '/admin?round=1'],
  ['a stranger', '/news'],
  ['a stranger', '/'],
  ['player', '/game/lineup'],
  ['player', '/game'],
  ['admin', '/admin/news/new'],
  ['a stranger', '/songs'],
  ['a stranger', '/privacy-policy'],
] as const

/** All pages in both windows with `npm run test:all`; four with `npm test`. */
const walked = process.env.EVERYTHING ? walks : walks.slice(0, 4)

test('every tab stop shows the focus and is never covered', {
  timeout: 600_000,
}, async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  for (const [index, [who, path]] of walked.entries())
    for (const size of process.env.EVERYTHING ? windows : [windows[index % 2] ?? windows[0]]) {
      const page = await openAs(who, path)
      await page.setViewportSize(size)
      expect(await findTabOrderErrors(page), `${who} at ${path}, ${size.width} wide`).toEqual([])
    }
})

/** Opens a page as a visitor, in the middle of the season. */
async function openAs(who: string, path: string): Promise<Page> {
  const page = visitors.get(who) ?? (await browser.newPage())
  if (!visitors.has(who) && who !== 'a stranger') await game.openAs(page, who)
  visitors.set(who, page)
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  return page
}

test.each([
  ['a stranger', '/news/1-', '.prose'],
  ['player', '/game', 'main table tbody tr'],
  ['player', '/game/lineup', '[aria-labelledby=your-order] li strong'],
  ['player', '/game/results', '[aria-labelledby=round-title] li strong'],
  ['player', '/game/leagues', 'main table tbody tr'],
])(
  'on paper, %s at %s: black on white, all that is read and nothing to press',
  async (who, path, subject) => {
    await game.setClock('2025-05-14T12:00:00Z')
    const page = await openAs(who, path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expectPage(page.locator(subject).first()).toBeVisible()
    expect(await page.locator(`${subject} >> visible=true`).count()).toBe(await page.locator(subject).count())
    await expectPage(page.locator('h1')).toBeVisible()
    await expectPage(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    expect(await findPrintErrors(page)).toEqual([])
  },
)

test.each([
  [
    'a stranger',
    '/news',
    [
      'article [class*="rounded-[4px]"]',
      'nav a[aria-current]',
      '[aria-labelledby=cookies]',
      'header a[href="/game"]',
    ],
  ],
  [
    'player',
    '/game',
    [
      'progress',
      '[aria-labelledby=your-lineup] li > :first-child > :first-child',
      'main [class*="rounded-[4px]"]',
      'form[action="/demo/clock"] [aria-current]',
      'nav[aria-label="Game actions"] > *',
      'nav[aria-label="Pages of the ranking"] [aria-current]',
      'tr[class*="bg-spot-wash"]',
    ],
  ],
  [
    'player',
    '/game/lineup?round=1',
    [
      '[data-toasts] [role=alert]',
      '[aria-labelledby=lineup-strategy] li > :last-child',
      '[aria-labelledby=your-order] li span:has(+ img)',
      'main button',
    ],
  ],
  ['player', '/game?dialog=rules', ['dialog']],
])(
  'with forced colours, %s at %s: a border replaces each meaningful background',
  async (who, path, marks) => {
    await game.setClock('2025-05-14T12:00:00Z')
    const page = await openAs(who, path)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await findMarksLostInForcedColors(page, marks)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await findFocusError(page)).toBe('')
  },
)

test('reduced motion stops all motion', async () => {
  const page = await openAs('a stranger', '/')
  const moving = () =>
    page.evaluate(() => {
      const isMoving = ({ animationName, transitionDuration }: CSSStyleDeclaration) =>
        animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s')
      return [...document.querySelectorAll('body *')].filter((each) => isMoving(getComputedStyle(each)))
        .length
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving()).toBeGreaterThan(10)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toBe(0)
})

test('with spaced text, doubled text size or 200 % zoom nothing is cut off or overflows', {
  timeout: 600_000,
}, async () => {
  await game.setClock('2025-05-14T12:00:00Z')
  const faults: string[] = []
  for (const [who, path] of walked) {
    const page = await openAs(who, path)
    for (const [wish, width] of [
      ['doubled', 1280],
      ['zoomed', 640],
      ['spaced', 640],
      ['spaced', 320],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await setTextPreference(page, wish)
      const found = [...(await findOverflow(page)), ...(await findClippedText(page))]
      faults.push(...found.map((fault) => `${who} at ${path}, ${wish}, ${width} wide: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})
