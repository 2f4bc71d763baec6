import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { findAxeViolations, findOverflow, findSmallTargets } from './support/page-checks.ts'
import { button, countryNames, expectPage, submitLogin, waitForHydration } from './support/page-helpers.ts'

/**
 * Sessions that end while a visitor writes, and second tabs. Drafts of teams, line-ups and new leagues are in
 * enhanced-saving.test.ts and without-script.test.ts.
 */
setUpGame({ withProvider: true })

afterEach(() => browser.closePages())

async function open(account: string, path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, account, path)
  return page
}

async function openTab(beside: Page, path: string): Promise<Page> {
  const page = await beside.context().newPage()
  await page.goto(path)
  return page
}

async function signInHere(page: Page, account: string): Promise<void> {
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, account)
}

/** Follows the link that opens a new tab, and signs in there. */
async function signInInNewTab(page: Page, account: string): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
  const tab = await opened
  await signInHere(tab, account)
  await expectPage(button(tab, 'Sign Out').first()).toBeVisible()
}

test('a deadline after the session ended keeps the draft and says so; after signing in in another tab it can be saved', async () => {
  await game.setClock('2025-05-13T18:58:00Z')
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.clock.install()
  await game.openAs(page, 'player', '/game/lineup?round=2')
  await waitForHydration(page)
  const order = countryNames(page.getByRole('region', { name: 'Your order' }))
  const [first = '', second = '', ...rest] = await order.allInnerTexts()
  await button(page, `Move ${second} up`).first().click()
  await expectPage(order).toHaveText([second, first, ...rest])

  await game.endSessions()
  await game.setClock('2025-05-13T19:00:01Z')
  await page.clock.fastForward(3 * 60_000)
  await expectPage(page.getByRole('alert')).toContainText('You are not signed in any more')
  await expectPage(order).toHaveText([second, first, ...rest])
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  // As tall as the page: a sticky bar covers a part of no button then.
  await page.setViewportSize({ width: 320, height: 3000 })
  expect([
    ...(await findOverflow(page)),
    ...(await findSmallTargets(page)),
    ...(await findAxeViolations(page)),
  ]).toEqual([])

  await signInInNewTab(page, 'player')
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
  await expectPage(page.getByRole('alert')).toHaveCount(0)
  await expectPage(order).toHaveText([second, first, ...rest])
})

test('who signs in on the page itself comes back to the draft, and an app without tabs offers nothing else', async () => {
  await game.setClock('2025-05-10T12:00:00Z')
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/128.0 Mobile Safari/537.36 Instagram 339.0'
  for (const agent of ['', userAgent]) {
    const page = await browser.newPage({ hasTimeZoneCookie: true, userAgent: agent })
    await game.openAs(page, 'player', '/game/lineup?round=2')
    await waitForHydration(page)
    const order = countryNames(page.getByRole('region', { name: 'Your order' }))
    const [first = '', second = '', ...rest] = await order.allInnerTexts()
    await button(page, `Move ${second} up`).first().click()
    await expectPage(order).toHaveText([second, first, ...rest])
    await game.endSessions()
    // As when the browser brings the page back from its back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    const alert = page.getByRole('alert')
    await expectPage(alert).toContainText('You are not signed in any more')
    await expectPage(alert.getByRole('link', { name: 'Sign in in a new tab' })).toHaveCount(agent ? 0 : 1)

    await alert.getByRole('link', { name: 'Sign in here' }).click()
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
    await expectPage(page.getByLabel('Copy link')).toHaveCount(agent ? 1 : 0)
    await signInHere(page, 'player')
    await expectPage(order).toHaveText([second, first, ...rest])
    await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  }
})

test('typed scores are still there after signing in', async () => {
  const page = await open('admin', '/admin?round=1')
  const sweden = page.getByRole('textbox', { name: 'Sweden', exact: true })
  const albania = page.getByRole('textbox', { name: 'Albania', exact: true })
  await sweden.fill('12')
  await albania.fill('no score')
  await game.endSessions()
  await button(page, 'Save Player Scores').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await signInHere(page, 'admin')
  await expectPage(sweden).toHaveValue('12')
  await expectPage(albania).toHaveValue('no score')
  await albania.fill('7')
  await button(page, 'Save Player Scores').click()
  await expectPage(page.getByRole('status')).toContainText('Scores saved')
  await expectPage(sweden).toHaveValue('12')
})

test('a written article stays, and can be saved after signing in in another tab', async () => {
  const page = await open('admin', '/admin/news/new')
  await page.getByLabel('Title', { exact: true }).fill('Written by night')
  await page.getByLabel('Summary', { exact: true }).fill('All of it.')
  await page.getByLabel('Content', { exact: true }).fill('<p>Long & careful.</p>')
  await game.endSessions()
  await button(page, 'Save Article').click()
  await expectPage(page.getByRole('alert')).toContainText('You are not signed in any more')
  await expectPage(page.getByLabel('Content', { exact: true })).toHaveValue('<p>Long & careful.</p>')
  await signInInNewTab(page, 'admin')
  await button(page, 'Save again').click()
  await expectPage(page.getByRole('status')).toContainText('Article created')
  await page.goto('/admin/news')
  await expectPage(page.getByText('Written by night', { exact: true })).toHaveCount(1)
})

test('the browser of an app has no tab to sign in, and says to copy a written article', async () => {
  const page = await browser.newPage({
    userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/470]',
  })
  await game.openAs(page, 'admin', '/admin/news/new')
  await page.getByLabel('Title', { exact: true }).fill('Written on the way')
  await game.endSessions()
  await button(page, 'Save Article').click()
  await expectPage(page.getByText('Copy what you wrote before you sign in')).toBeVisible()
  const link = page.getByRole('link', { name: 'Sign in here' })
  await expectPage(link).not.toHaveAttribute('target', '_blank')
  await expectPage(page.getByText('new tab')).toHaveCount(0)
})

test('of two tabs that edit one article the second sees what the first stored, and loses nothing', async () => {
  const one = await open('admin', '/admin/news/1')
  const other = await openTab(one, '/admin/news/1')
  await one.getByLabel('Title', { exact: true }).fill('From the first tab')
  await button(one, 'Save Article').click()
  await expectPage(one.getByRole('status')).toContainText('Article updated')

  await other.getByLabel('Title', { exact: true }).fill('From the second tab')
  await other.getByLabel('Summary', { exact: true }).fill('Typed beside it.')
  await button(other, 'Save Article').click()
  await expectPage(other.getByRole('alert')).toContainText('Another admin saved this article in the meantime')
  await expectPage(other.getByRole('region', { name: 'Stored now' })).toContainText('From the first tab')
  await expectPage(other.getByLabel('Title', { exact: true })).toHaveValue('From the second tab')
  await expectPage(other.getByLabel('Summary', { exact: true })).toHaveValue('Typed beside it.')
  await button(other, 'Save again').click()
  await expectPage(other.getByRole('status')).toContainText('Article updated')
  await one.goto('/admin/news/1')
  await expectPage(one.getByLabel('Title', { exact: true })).toHaveValue('From the second tab')
})

test('of two tabs that rename one league the last counts, and both show it', async () => {
  const one = await open('player', '/game/leagues')
  const league = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true })
  await expectPage(league('Sofa Jury')(one)).toBeVisible()
  const other = await openTab(one, '/game/leagues?dialog=rename')
  await one.goto('/game/leagues?dialog=rename')
  for (const [page, name] of [
    [one, 'Renamed first'],
    [other, 'Renamed last'],
  ] as const) {
    await waitForHydration(page)
    await page.getByLabel('League Name').fill(name)
    await button(page.getByRole('dialog'), 'Rename').click()
    await expectPage(page.getByRole('status')).toContainText('League renamed')
    await expectPage(league(name)(page)).toBeVisible()
  }
  await one.reload()
  await expectPage(league('Renamed last')(one)).toBeVisible()
})
