import type { Page } from 'playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage, readInvite, waitForHydration } from './support/page-helpers.ts'

/**
 * Reload and Back after each kind of form: the browser shows a page, and sends nothing again. That every form redirects is
 * tested without a browser in tests/requests/forms/post-redirect-get.test.ts.
 */
setUpGame()
const visitors = new Map<string, Page>()
/** The form submissions since the last click. */
const posts: string[] = []
let invite = ''

beforeAll(async () => {
  for (const who of ['player', 'player2', 'admin', 'a stranger']) {
    const page = await browser.newPage({ hasTimeZoneCookie: who !== 'a stranger' })
    if (who === 'a stranger') await page.goto('/')
    else await game.openAs(page, who, '/game/account')
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    visitors.set(who, page)
  }
})

interface Form {
  who: string
  path: () => string
  press: string
  fields?: Record<string, string>
  /** Text on the page after it. */
  says: string
}

const at = (path: string) => () => path
const article = { Title: 'Sent once', Summary: 'It is.', Content: '<p>Yes.</p>' }

const forms: readonly Form[] = [
  { who: 'a stranger', path: at('/news'), press: 'Necessary Only', says: 'News' },
  {
    who: 'player',
    path: at('/game/team'),
    press: 'Save Team',
    fields: { 'Team name': 'Sent once' },
    says: 'Team saved successfully',
  },
  {
    who: 'player',
    path: at('/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT'),
    press: 'Save Lineup',
    says: 'Lineup saved successfully',
  },
  {
    who: 'player',
    path: at('/game/time-zone'),
    press: 'Save time zone',
    fields: { 'Time zone': 'Europe/Zurich' },
    says: 'Time zone',
  },
  {
    who: 'player',
    path: at('/game/leagues?dialog=create'),
    press: 'Create League',
    fields: { 'League Name': 'Sent once' },
    says: 'League created',
  },
  {
    who: 'player',
    path: at('/game/leagues?dialog=rename'),
    press: 'Rename',
    fields: { 'League Name': 'Named once' },
    says: 'League renamed',
  },
  { who: 'player2', path: () => invite, press: 'Join league', says: 'League joined!' },
  {
    who: 'player2',
    path: at('/game/leagues?dialog=leave'),
    press: 'Leave league',
    says: 'You left the league',
  },
  { who: 'admin', path: at('/admin?round=1'), press: 'Save Player Scores', says: 'Scores saved' },
  {
    who: 'admin',
    path: at('/admin/news/new'),
    press: 'Save Article',
    fields: article,
    says: 'Article created',
  },
  {
    who: 'player2',
    path: at('/game/account/delete'),
    press: 'Delete my account',
    fields: { 'Type “delete” to confirm': 'delete' },
    says: 'Your account is deleted',
  },
]

test.each(forms)('$who clicks $press', async ({ who, path, press, fields = {}, says }) => {
  const page = visitors.get(who)
  if (!page) throw new Error(`There is no visitor ${who}`)
  await page.goto(path())
  if ((await page.locator('script[nonce]').count()) > 0) await waitForHydration(page)
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  posts.length = 0
  await button(page, press).last().click()
  await expectPage(page.locator('main')).toContainText(says)
  if (who === 'a stranger') await expectPage(page.getByText('A word about cookies')).toHaveCount(0)
  for (const again of [() => page.reload(), () => page.goBack()]) {
    await again()
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(new URL(page.url()).origin).toBe(game.origin)
  }
  expect(posts).toHaveLength(1)
  if (says !== 'League renamed') return
  await page.goto('/game/leagues?dialog=share')
  invite = await readInvite(page)
})
