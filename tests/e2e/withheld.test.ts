import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { flags, startBrowser } from './support/browser.ts'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryList,
  detailsButton,
  expectPage,
  submitLogin,
  waitForHydration,
} from './support/page-helpers.ts'

/** Browsers that withhold cookies, storage, styles, pictures and fonts, or small letters: each page can be used. */
setUpGame({ withProvider: true })
afterEach(() => browser.closePages())

/** Chromium as it is when its user refuses the cookies, and with them the storage, of all sites but one. */
async function startWithoutCookies(except: string) {
  const folder = mkdtempSync(join(tmpdir(), 'douze-e2e-'))
  mkdirSync(join(folder, 'Default'))
  const profile = {
    default_content_setting_values: { cookies: 2 },
    content_settings: { exceptions: { cookies: { [`${except},*`]: { setting: 1 } } } },
  }
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await ensureChromium(),
    args: flags,
    baseURL: game.origin,
  })
  return {
    page: await context.newPage(),
    async stop() {
      await context.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test('without cookies and storage the public pages are there, and a sign-in says what it needs', async () => {
  const { page, stop } = await startWithoutCookies(game.issuer)
  try {
    await page.goto('/songs')
    const storage = await page.evaluate(() => {
      try {
        return typeof sessionStorage
      } catch {
        return 'refused'
      }
    })
    expect(storage).toBe('refused')
    const sweden = page.getByText('Bara bada bastu').first()
    await page.getByLabel('Search country, artist or song').fill('Sweden')
    await button(page, 'Search').click()
    await expectPage(sweden).toBeVisible()
    await button(page, 'Necessary Only').click()
    await expectPage(sweden).toBeVisible()
    await page.goto('/game/team')
    await button(page, 'Sign in / Create account').click()
    await submitLogin(page, 'player')
    await expectPage(page.getByText('Allow cookies for this site')).toBeVisible()
  } finally {
    await stop()
  }
})

test('where storage throws, a team changes and a navigation goes on', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      })
  })
  await game.openAs(page, 'player', '/game/team')
  await waitForHydration(page)
  await button(countryList(page), 'Remove Austria').click()
  await expectPage(page).toHaveURL(/picks=EE/)
  await page.getByRole('link', { name: 'Leagues' }).first().click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
})

/** Names of the drawings and pictures that fill more than half of the window. */
const findWide = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('svg, img'))
      .filter((each) => each.getBoundingClientRect().width > innerWidth / 2)
      .map((each) => each.outerHTML.slice(0, 120)),
  )

test('without styles, pictures and fonts a team is changed, and no drawing fills the window', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.route('**/*', (route) => {
    const isWithheld = ['stylesheet', 'image', 'font'].includes(route.request().resourceType())
    return isWithheld ? route.abort() : route.continue()
  })
  for (const path of ['/', '/news', '/songs', '/game', '/game/lineup', '/game/results']) {
    await game.openAs(page, 'player', path)
    await expectPage(page.getByRole('heading', { level: 1 })).toBeVisible()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect([background, await findWide(page)], path).toEqual(['rgba(0, 0, 0, 0)', []])
  }
  await game.openAs(page, 'player3', '/game/team')
  await waitForHydration(page)
  await button(countryList(page), 'Add Austria').click()
  await detailsButton(countryList(page), 'Austria').click()
  await expectPage(page.getByRole('dialog').getByText('“Wasted Love”')).toBeVisible()
})

const cookieBar = (page: Page) => page.locator('section[aria-labelledby=cookies]')

test('with letters of at least 24 px nothing is wider than a phone', async () => {
  const large = await startBrowser(game.origin, { minimumFontSize: 24 })
  try {
    const page = await large.newPage({ width: 390, height: 844, hasTimeZoneCookie: true })
    for (const path of ['/', '/songs', '/game', '/game/team', '/game/team?picks=SE.AT', '/game/lineup']) {
      await game.openAs(page, 'player', path)
      // Its line is 16 px high otherwise.
      const smallPrint = await cookieBar(page).locator('p').evaluate(getLineHeight)
      expect(smallPrint, 'letters are large').toBeGreaterThan(24)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  } finally {
    await large.stop()
  }
})

/** In the page: the height of the first line of an element's text, in px. */
function getLineHeight(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getClientRects()[0]?.height ?? 0
}

test('where an extension hides the cookie bar, a team is saved all the same', async () => {
  const page = await browser.newPage({ width: 390, height: 844, hasTimeZoneCookie: true })
  await game.openAs(page, 'player', '/game/team')
  await cookieBar(page).evaluate((bar) => bar.style.setProperty('display', 'none', 'important'))
  await expectPage(cookieBar(page)).toBeHidden()
  await button(page, 'Save Team').click()
  await expectPage(page.getByText('Team saved successfully')).toBeVisible()
})
