import type { Page } from 'playwright/test'
import { expect, test } from 'vitest'
import { browser, game, playGame } from './game.ts'
import { focusFault, pressAt, tabTo, walkFaults } from './keys.ts'
import { overflow } from './looks.ts'
import { button, countryCards, countryList, hydrated, names, see } from './visitor.ts'
import { cutText, paperFaults, setText, unmarked } from './wishes.ts'

/**
 * The game with Tab, Enter, Space and arrows (no mouse is touched, and the bar about cookies stays unanswered), and
 * what visitors wish of their browser: paper, colours of their own, less motion, larger or wider text.
 */
playGame({ withProvider: true })
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
  await pressAt(page, button(page, 'Necessary Only'))
  await see(page.getByText('A word about cookies')).toHaveCount(0)
})

async function skipToContent(page: Page) {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(page, skip)
  await see(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await see(link(page, 'Play Now')).toBeFocused()
  await page.keyboard.press('Enter')
}

async function signInByKeys(page: Page) {
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await pressAt(page, button(page, 'Sign in / Create account'))
  const username = page.getByLabel('Username')
  await see(username).toBeVisible()
  // The provider's page is not ours: only that it can be reached.
  while (!(await username.evaluate((field) => field === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.type('player3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
}

async function createTeam(page: Page) {
  await hydrated(page)
  await pressAt(page, link(page, /Create Your Team/))
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Team Selection')
  await tabTo(page, page.getByLabel('Team name'))
  await page.keyboard.type('Douze Points Club')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dora')
  const search = page.getByRole('searchbox')
  await tabTo(page, search)
  for (const country of six) {
    await page.keyboard.press('Control+A')
    await page.keyboard.type(country)
    await see(names(countryList(page))).toHaveText([country])
    await pressAt(page, button(countryList(page), `Add ${country}`), { key: 'Space' })
    await see(button(countryList(page), `Remove ${country}`)).toBeFocused()
    await tabTo(page, search, 'Shift+Tab')
  }
  await see(names(countryCards(page))).toHaveText(six)
  await pressAt(page, button(page, 'Save Team'))
  await see(page.getByRole('status').filter({ hasText: 'Team saved successfully' })).toBeVisible()
  await see(page.locator(':focus')).toHaveCount(1)
}

async function orderLineup(page: Page) {
  await pressAt(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await pressAt(page, link(page, /^Manage Lineup/))
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Line-up Management')
  const order = page.getByRole('region', { name: 'Your order' })
  await pressAt(page, button(order, 'Move Austria up'))
  await see(names(order)).toHaveText(['Estonia', 'Austria', 'Ukraine', 'Italy', 'Greece', 'Latvia'])
  await page.keyboard.press('Space')
  await see(names(order)).toHaveText(['Austria', 'Estonia', 'Ukraine', 'Italy', 'Greece', 'Latvia'])
  await see(button(order, 'Move Austria down')).toBeFocused()
  await chooseAnotherRound(page)
  await pressAt(page, button(page, 'Save Lineup'))
  await see(page.getByRole('status').filter({ hasText: 'Lineup saved successfully' })).toBeVisible()
  await see(page.locator(':focus')).toHaveCount(1)
}

/** An arrow in the select asks about what is unsaved; the focus is in the question, and afterwards where it was. */
async function chooseAnotherRound(page: Page) {
  const round = page.getByRole('combobox', { name: 'Round' })
  await tabTo(page, round, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await see(question).toBeVisible()
  await see(question.locator(':focus')).toHaveCount(1)
  await pressAt(page, button(question, 'Keep editing'))
  await see(question).toHaveCount(0)
  await see(round).toBeFocused()
}

async function createLeague(page: Page) {
  await pressAt(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await pressAt(page, link(page, /Leagues/))
  await see(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  const opener = link(page, 'Create League')
  await pressAt(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await see(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await see(dialog).toHaveCount(0)
  await see(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await see(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.type('The balcony')
  await pressAt(page, button(dialog, 'Create League'))
  await see(page.getByRole('status').filter({ hasText: 'League created' })).toBeVisible()
  await see(page.locator(':focus')).toHaveCount(1)
}

/** The clock is the demo's; after its jump the results are a table that opens. */
async function lookAtResults(page: Page) {
  await page.keyboard.press('Escape')
  await pressAt(page, button(page, 'Between the semi-finals'), { walk: 'Shift+Tab' })
  await see(button(page, 'Between the semi-finals')).toHaveAttribute('aria-current', 'step')
  await pressAt(page, link(page, 'Back to Dashboard'))
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await pressAt(page, link(page, /Results/))
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Team Results')
  await see(names(page.getByRole('region', { name: 'First semi-final', exact: true }))).toHaveText([
    'Austria',
    'Estonia',
    'Ukraine',
    'Italy',
    'Greece',
    'Latvia',
  ])
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

/** All of them in both windows with `npm run test:all`; four walks with `npm test`. */
const walked = process.env.EVERYTHING ? walks : walks.slice(0, 4)

test('from the first to the last stop the focus is seen and never covered', {
  timeout: 600_000,
}, async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  for (const [index, [who, path]] of walked.entries())
    for (const size of process.env.EVERYTHING ? windows : [windows[index % 2] ?? windows[0]]) {
      const page = await openAs(who, path)
      await page.setViewportSize(size)
      expect(await walkFaults(page), `${who} at ${path}, ${size.width} wide`).toEqual([])
    }
})

/** A page of somebody, as the middle of the season shows it. */
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
  ['player', '/game', '.ranking tbody tr'],
  ['player', '/game/lineup', '.lrow .name'],
  ['player', '/game/results', '.rrow .name'],
  ['player', '/game/leagues', '.ranking tbody tr'],
])(
  'on paper, %s at %s: black on white, all that is read and nothing to press',
  async (who, path, subject) => {
    await game.setClock('2025-05-14T12:00:00Z')
    const page = await openAs(who, path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await see(page.locator(subject).first()).toBeVisible()
    expect(await page.locator(`${subject} >> visible=true`).count()).toBe(await page.locator(subject).count())
    await see(page.locator('h1')).toBeVisible()
    await see(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    expect(await paperFaults(page)).toEqual([])
  },
)

test.each([
  ['a stranger', '/news', ['.badge', '.nav a[aria-current]', '.cookie', '.btn']],
  [
    'player',
    '/game',
    [
      '.prog',
      '.pos',
      '.badge',
      '.demo-bar [aria-current]',
      '.six li',
      '.act',
      '.pager [aria-current]',
      '.you',
    ],
  ],
  ['player', '/game/lineup?round=1', ['.toast-bad', '.fader', '.share', '.pos', '.btn']],
  ['player', '/game?dialog=rules', ['dialog']],
])(
  'with colours of their own, %s at %s: what a background says a border says too',
  async (who, path, marks) => {
    await game.setClock('2025-05-14T12:00:00Z')
    const page = await openAs(who, path)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await unmarked(page, marks)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await focusFault(page)).toBe('')
  },
)

test('who wants less motion gets none', async () => {
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

test('with spaced text, letters of twice the size or a zoom of 200 % nothing is cut and nothing sticks out', {
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
      await setText(page, wish)
      const found = [...(await overflow(page)), ...(await cutText(page))]
      faults.push(...found.map((fault) => `${who} at ${path}, ${wish}, ${width} wide: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})
