import type { Page } from 'playwright/test'
import { expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { expectPage } from './support/page-helpers.ts'

/** The band of the game's pages: the way between them, the title, and the deadline. */
setUpGame()

const names = ['Back to Dashboard', 'Team', 'Line-up', 'Results', 'Leagues']

function navigation(page: Page) {
  return page.getByRole('navigation', { name: 'Game', exact: true })
}

async function expectOneLine(page: Page, width: number, names: readonly string[]): Promise<void> {
  const links = navigation(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.ariaLabel ?? link.textContent))).toEqual(
    names,
  )
  const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()))
  for (const [index, box] of boxes.entries()) {
    expect(box.top, `${names[index]} beside the others`).toBe(boxes[0].top)
    expect(box.width, names[index]).toBeGreaterThanOrEqual(44)
    expect(box.height, names[index]).toBe(48)
    expect(box.right, `${names[index]} inside the window`).toBeLessThanOrEqual(width - 16)
  }
}

const widths = [320, 352, 390, 432, 1280]

test.each(widths)('every page of the game leads to the others, in one line (%i)', async (width) => {
  const page = await browser.newPage({ width, javaScript: false })
  await game.setClock('2025-05-10T12:00:00Z')
  await game.openAs(page, 'player', '/game')
  const paths = ['/game', '/game/team', '/game/lineup', '/game/leagues', '/game/history', '/game/account']
  for (const path of paths) {
    await page.goto(path)
    await expectOneLine(page, width, names)
  }
})

test.each(widths)('while a show runs they lead to the live page, too (%i)', async (width) => {
  const page = await browser.newPage({ width, javaScript: false })
  await game.setClock('2025-05-13T20:45:00Z')
  await game.openAs(page, 'player', '/game')
  for (const path of [
    '/game',
    '/game/live',
    '/game/lineup',
    '/game/results',
    '/game/leagues',
    '/game/account',
  ]) {
    await page.goto(path)
    await expectOneLine(page, width, ['Back to Dashboard', 'Live', ...names.slice(1)])
  }
})

test.each([320, 330, 340, 360])('so they do beside a scrollbar of 15 px (%i)', async (width) => {
  const page = await browser.newPage({ width, javaScript: false })
  await game.setClock('2025-05-13T20:45:00Z')
  await game.openAs(page, 'player', '/game')
  await page.evaluate(() => {
    document.documentElement.style.width = 'calc(100vw - 15px)'
  })
  await expectOneLine(page, width - 15, ['Back to Dashboard', 'Live', ...names.slice(1)])
})

test('the page shown is marked, and the others are one press away', async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  const page = await browser.newPage({ width: 390 })
  await game.openAs(page, 'player', '/game/team')
  for (const [name, path] of [
    ['Line-up', '/game/lineup'],
    ['Leagues', '/game/leagues'],
    ['Team', '/game/team'],
    ['Back to Dashboard', '/game'],
  ] as const) {
    await navigation(page).getByRole('link', { name }).click()
    await expectPage(page).toHaveURL(path)
    await expectPage(navigation(page).locator('[aria-current=page]')).toHaveAccessibleName(name)
  }
})

test.each([
  ['/game/lineup', 390, 329],
  ['/game/lineup', 1280, 242],
  ['/game/team', 390, 392],
  ['/game/team', 1280, 295],
] as const)('the band of %s is as low as drawn (%i)', async (path, width, limit) => {
  const page = await browser.newPage({ width })
  await game.setClock('2025-05-10T12:00:00Z')
  await game.openAs(page, 'player', path)
  const band = await page.locator('main > section').first().boundingBox()
  expect(band?.height).toBeLessThanOrEqual(limit)
})
