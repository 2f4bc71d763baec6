import type { Page } from 'playwright/test'
import { expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { findFocusError, findTabOrderErrors } from './support/keyboard.ts'
import { findOverflow } from './support/page-checks.ts'
import { expectPage } from './support/page-helpers.ts'
import {
  findClippedText,
  findMarksLostInForcedColors,
  findPrintErrors,
  setTextPreference,
} from './support/user-preferences.ts'

/**
 * Pages with the keyboard, and with the visitor's own settings: print, forced colours, reduced motion, larger or spaced
 * text.
 */
setUpGame({ withProvider: true })
const visitors = new Map<string, Page>()

const windows = [
  { width: 1280, height: 720 },
  { width: 390, height: 664 },
] as const

const walks = [
  ['player', '/game/team'],
  ['player', '/game/leagues'],
  ['admin', '/admin?round=1'],
  ['admin', '/admin/desk?round=1'],
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
