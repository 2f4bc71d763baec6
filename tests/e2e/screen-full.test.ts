import type { Page } from 'playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { openFinal, withDatabase } from './support/desk.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage } from './support/page-helpers.ts'

/** A league's screen with as much on it as there can be: movers, long names, four-digit points, and the invite (D39). */
setUpGame()
let path = ''

const longName = 'The Honourable Society of Key Changes, Wind Machines and Glitter'
/** As long as a league's name may be. */
const leagueName = `${longName} for the Whole of the House at the End of the Long Road by the Sea`.slice(
  0,
  128,
)

beforeAll(async () => {
  await openFinal()
  await withDatabase(async (db) => {
    await db.updateTable('leagues').set({ league_name: leagueName }).where('id', '=', 1).execute()
    const teams = await db.selectFrom('teams').select('id').orderBy('id').limit(40).execute()
    for (const { id } of teams) {
      await insertMembership(db, { leagueId: 1, teamId: id, now: Date.now() })
      const teamName = id % 2 ? `${longName.slice(0, 61)} ${id}` : `Kaunas Scoreboard Watcher${id % 10}`
      await db.updateTable('teams').set({ team_name: teamName }).where('id', '=', id).execute()
    }
  })
  const admin = await browser.newPage()
  await game.openAs(admin, 'admin', '/admin?round=3')
  await admin.getByRole('textbox', { name: 'Poland', exact: true }).fill('156')
  await button(admin, 'Save and publish live').click()
  await expectPage(admin.getByText('Published live')).toBeVisible()
  await button(admin, 'Fill with real results').click()
  await button(admin, 'Save and publish live').click()
  await expectPage(admin.getByText('Published live')).toBeVisible()
  const owner = await browser.newPage()
  await game.openAs(owner, 'player', '/game/screen?leagueId=1')
  for (const press of ['Make a screen link', 'Show the invite']) await button(owner, press).click()
  const href = await owner.getByRole('link', { name: 'Open the screen' }).getAttribute('href')
  path = `${new URL(href ?? '').pathname}?every=30`
})

/** What is cut, or lies outside the window: rows and blocks, and names whose text does not fit its box. */
function listCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main > *, main > ol > li, aside > *')]
    const outside = boxes.filter((box) => {
      const { top, bottom, right } = box.getBoundingClientRect()
      return top < 0 || bottom > innerHeight + 1 || right > innerWidth + 1
    })
    const overlapping = [...document.querySelectorAll('aside > *, main > ol > li')].filter((box) => {
      const next = box.nextElementSibling?.getBoundingClientRect()
      return next && box.getBoundingClientRect().bottom > next.top + 1
    })
    const above = [...document.querySelectorAll('main > ol > li > *')].filter((part) => {
      const row = part.parentElement?.getBoundingClientRect()
      const { top, bottom } = part.getBoundingClientRect()
      return row && (top < row.top - 1 || bottom > row.bottom + 1)
    })
    const names = [...document.querySelectorAll('h1, h2, bdi')].filter((name) => {
      const box = (name.closest('h1, h2, li > span') ?? name).getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(name)
      return [...text.getClientRects()].some(
        ({ top, bottom, right }) => (top + bottom) / 2 > box.bottom || right > box.right + 1,
      )
    })
    const shown = [...document.querySelectorAll('aside li')].filter((item) => {
      const list = item.parentElement?.getBoundingClientRect()
      const box = item.getBoundingClientRect()
      return list && box.left < list.right && box.bottom > list.bottom + 1
    })
    return [...outside, ...overlapping, ...above, ...names, ...shown].map(
      (box) => `${box.tagName} ${box.textContent}`,
    )
  })
}

describe.each([
  [1280, 720],
  [1366, 768],
  [1920, 1080],
])('at %i × %i', (width, height) => {
  test('everything is on the screen, and no name is cut', async () => {
    const page = await browser.newPage({ width, height, javaScript: false })
    await page.goto(path)
    await expectPage(page.locator('main > ol > li')).toHaveCount(7)
    await expectPage(page.getByText(/places? up/).first()).toBeVisible()
    await expectPage(page.getByText('Play along')).toBeVisible()
    expect(await listCut(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(overflow, 'nothing is scrolled').toBe(0)
    const lamp = page.locator('#lamp-sung path').first()
    expect(await lamp.evaluate((path) => getComputedStyle(path).fill), 'a lamp is lit').toBe(
      'rgb(240, 246, 246)',
    )
    for (const title of ['Next: United Kingdom', 'On stage: Bosnia & Herzegovina']) {
      await page.locator('h2').evaluate((heading, text) => heading.replaceChildren(text), title)
      expect(await listCut(page), title).toEqual([])
    }
    await page.context().close()
  })
})
