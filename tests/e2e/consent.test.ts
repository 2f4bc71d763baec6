import type { Page } from 'playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  readInvite,
  signIn,
  waitForHydration,
} from './support/page-helpers.ts'

/**
 * The cookie bar and preferences, and the requests to other sites before and after a choice. tests/e2e/pages.test.ts checks
 * that no other page contacts another site.
 */
setUpGame({ withProvider: true })

afterEach(() => browser.closePages())

const bar = (page: Page) => page.getByRole('region', { name: 'A word about cookies' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cookie preferences' })
const opener = (page: Page) => page.getByRole('link', { name: 'Cookie preferences' })
const socialsCheckbox = (page: Page) => dialog(page).getByRole('checkbox', { name: /^Socials/ })

/** Public pages have no script, so JavaScript on and off behave alike; `npm run test:all` tests both. */
const browsers = process.env.EVERYTHING
  ? [{ javaScript: true }, { javaScript: false }]
  : [{ javaScript: false }]

describe.each(browsers)('on public pages, with %j', ({ javaScript }) => {
  const answers = process.env.EVERYTHING ? ['Necessary Only', 'Accept All'] : ['Necessary Only']

  test.each(answers)('%s closes the bar on every page', async (answer) => {
    const page = await browser.newPage({ javaScript })
    await page.goto('/news?page=2')
    await button(bar(page), answer).click()
    await expectPage(bar(page)).toHaveCount(0)
    await expectPage(page).toHaveURL('/news?page=2')
    for (const path of ['/', '/nowhere', '/game']) {
      await page.goto(path)
      await expectPage(opener(page)).toBeVisible()
      await expectPage(bar(page)).toHaveCount(0)
    }
  })

  test('the preferences open from the bar, and again from the footer', async () => {
    const page = await browser.newPage({ javaScript })
    await page.goto('/songs')
    await bar(page).getByRole('link', { name: 'Preferences' }).click()
    await expectPage(dialog(page).getByRole('checkbox', { name: /^Necessary/ })).toBeDisabled()
    await socialsCheckbox(page).check()
    await socialsCheckbox(page).press('Enter')
    await expectPage(dialog(page)).toHaveCount(0)
    await expectPage(page).toHaveURL('/songs')
    await expectPage(bar(page)).toHaveCount(0)
    await opener(page).click()
    await expectPage(socialsCheckbox(page)).toBeChecked()
    await button(dialog(page), 'Necessary Only').click()
    await opener(page).click()
    await expectPage(socialsCheckbox(page)).not.toBeChecked()
    await dialog(page).getByRole('link', { name: 'Close' }).click()
    await expectPage(dialog(page)).toHaveCount(0)
    await expectPage(page).toHaveURL('/songs')
  })
})

describe.each([{ javaScript: true }, { javaScript: false }])(
  'on pages of the game, with %j',
  ({ javaScript }) => {
    test('a draft survives the preferences', async () => {
      const page = await browser.newPage({ javaScript })
      await game.openAs(page, 'player', '/game/team')
      if (javaScript) await waitForHydration(page)
      await button(countryCards(page), 'Remove Poland').click()
      await button(countryList(page), 'Add Germany').click()
      const changed = ['Austria', 'Estonia', 'Greece', 'Italy', 'Latvia', 'Germany']
      await expectPage(countryNames(countryCards(page))).toHaveText(changed)
      await opener(page).click()
      await expectPage(dialog(page)).toBeVisible()
      await dialog(page).getByRole('link', { name: 'Close' }).click()
      await expectPage(countryNames(countryCards(page))).toHaveText(changed)
      if (javaScript) await waitForHydration(page)
      await button(countryList(page), 'Remove Germany').click()
      await expectPage(countryNames(countryCards(page))).toHaveText(changed.slice(0, 5))
      await button(bar(page), 'Necessary Only').click()
      await expectPage(bar(page)).toHaveCount(0)
      await expectPage(countryNames(countryCards(page))).toHaveText(changed.slice(0, 5))
      await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
    })

    test('the preferences take the focus and keep it inside', async () => {
      const page = await browser.newPage({ javaScript })
      await game.openAs(page, 'player2')
      for (const path of ['/?dialog=cookies', '/game?dialog=cookies']) {
        await page.goto(path)
        // Hydration makes the dialog modal a moment later, and focuses it again.
        if (javaScript && path.startsWith('/game'))
          await expectPage(page.locator('dialog:modal')).toHaveCount(1)
        await expectPage(dialog(page).getByRole('heading', { name: 'Cookie preferences' })).toBeFocused()
        for (const next of ['Close', 'Privacy Policy', 'Socials', 'Necessary Only', 'Accept All', 'Save']) {
          await page.keyboard.press('Tab')
          expect(await getFocusedName(page)).toMatch(new RegExp(`^${next}`))
        }
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.closest('header, main, footer'))).toBeNull()
      }
    })
  },
)

test('Escape closes the preferences where script runs', async () => {
  const page = await browser.newPage()
  await page.goto('/game/leagues?dialog=cookies')
  await expectPage(dialog(page)).toBeVisible()
  await game.openAs(page, 'player', '/game/leagues')
  await page.goto('/game/leagues?dialog=cookies')
  await expectPage(page.locator('dialog:modal')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectPage(dialog(page)).toHaveCount(0)
  await expectPage(page).toHaveURL('/game/leagues')
})

/** The name of the focused element, by its label or text. */
function getFocusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label =
      element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
    return (element?.getAttribute('aria-label') || label || '').trim()
  })
}

describe('the bar does not get in the way', () => {
  const sizes = [
    [320, 640],
    [390, 844],
    [1280, 900],
  ] as const

  test.each(process.env.EVERYTHING ? sizes : sizes.slice(0, 1))(
    'at %i × %i it never covers the focused element, and Tab leaves it',
    async (width, height) => {
      const page = await browser.newPage({ width, height })
      await game.openAs(page, 'player2')
      for (const path of ['/', '/terms-of-service', '/game/team']) {
        await page.goto(path)
        await expectPage(bar(page)).toBeVisible()
        // Hydration restores the scroll position.
        if (path.startsWith('/game')) await waitForHydration(page)
        const seen = new Set<string>()
        let name = ''
        while (name !== 'Accept All') {
          await page.keyboard.press('Tab')
          name = await getFocusedName(page)
          expect(await isCovered(page), `${name} on ${path}`).toBe(false)
          expect(seen.size).toBeLessThan(200)
          seen.add(`${seen.size} ${name}`)
        }
        expect(seen.size).toBeGreaterThan(10)
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate(() => document.activeElement?.closest('[aria-labelledby=cookies]')),
        ).toBeNull()
      }
    },
  )

  /** Whether the bar hides the whole focused element (WCAG 2.4.11). */
  function isCovered(page: Page): Promise<boolean> {
    return page.evaluate(() => {
      const [element, bar] = [document.activeElement, document.querySelector('[aria-labelledby=cookies]')]
      if (!element || !bar || bar.contains(element)) return false
      return element.getBoundingClientRect().top >= bar.getBoundingClientRect().top
    })
  }

  test.each([320, 390])(
    'at %i × 844 it is at most 120 px high, and Save Team sticks above it',
    async (width) => {
      const page = await browser.newPage({ width, height: 844, hasTimeZoneCookie: true })
      await game.openAs(page, 'player', '/game/team')
      // Hydration restores the scroll position.
      await waitForHydration(page)
      const cookies = await bar(page).boundingBox()
      expect(cookies?.height).toBeLessThanOrEqual(120)
      expect((cookies?.y ?? 0) + (cookies?.height ?? 0)).toBe(844)
      // Far above the end of the page.
      await page.evaluate(() => scrollTo(0, 400))
      const save = await button(page, 'Save Team').boundingBox()
      expect(save?.y).toBeGreaterThan(600)
      expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(cookies?.y ?? 0)
    },
  )

  test('in a low window, as at 400 % zoom, it waits at the end of the page', async () => {
    const page = await browser.newPage({ width: 320, height: 256 })
    await page.goto('/')
    expect((await bar(page).boundingBox())?.y).toBeGreaterThan(256)
  })

  test('the end of the page can be read above it', async () => {
    const page = await browser.newPage({ width: 390, height: 700 })
    await page.goto('/')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [foot, question] = [await page.locator('footer').boundingBox(), await bar(page).boundingBox()]
    expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0))).toBe(Math.round(question?.y ?? 0))
  })

  test('both choices have the same size and look', async () => {
    const page = await browser.newPage()
    await page.goto('/')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const looks = await Promise.all(
        ['Necessary Only', 'Accept All'].map((name) =>
          button(bar(page), name).evaluate((element) => {
            const { backgroundColor, color, fontSize, borderColor } = getComputedStyle(element)
            const box = element.getBoundingClientRect()
            return { backgroundColor, color, fontSize, borderColor, height: Math.round(box.height) }
          }),
        ),
      )
      expect(looks[0]).toEqual(looks[1])
    }
  })

  test('is not printed', async () => {
    const page = await browser.newPage()
    await page.goto('/')
    await expectPage(bar(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expectPage(bar(page)).toBeHidden()
  })
})

describe('the network', () => {
  const publicPages = ['/', '/news', '/songs', '/terms-of-service', '/privacy-policy', '/nowhere']

  /** The requests of a visitor's pages to other sites, from now on. */
  function recordExternalRequests(page: Page): string[] {
    const external: string[] = []
    page.context().on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol !== 'data:' && url.origin !== game.origin) external.push(url.href)
    })
    return external
  }

  /** Opens the pages and the articles on the last page of the news; returns their number. */
  async function openAll(page: Page, paths: readonly string[]): Promise<number> {
    await page.goto('/news?page=9')
    const hrefs = await page
      .getByRole('link', { name: /^Read More/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(3)
    // All articles with `npm run test:all`.
    const all = [...paths, ...hrefs.slice(0, process.env.EVERYTHING ? undefined : 4)]
    for (const path of all) {
      await page.goto(path, { waitUntil: 'load' })
      await expectPage(page.locator('footer')).toContainText('Good evening, Europe')
    }
    return all.length
  }

  test('contacts no other site before a choice or a click, and no cookie is set', {
    timeout: 180_000,
  }, async () => {
    const page = await browser.newPage()
    const external = recordExternalRequests(page)
    expect(await openAll(page, ['/', '/songs', '/game'])).toBeGreaterThan(6)
    expect(external).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })

  test.runIf(process.env.EVERYTHING)(
    'contacts no other site after declining',
    { timeout: 180_000 },
    async () => {
      const page = await browser.newPage()
      await page.goto('/')
      await button(bar(page), 'Necessary Only').click()
      await expectPage(bar(page)).toHaveCount(0)
      const external = recordExternalRequests(page)
      await openAll(page, publicPages)
      expect(external).toEqual([])
    },
  )

  test('contacts only Instagram, from its frames, after accepting', { timeout: 180_000 }, async () => {
    const page = await browser.newPage()
    await page.goto('/')
    await button(bar(page), 'Accept All').click()
    await expectPage(bar(page)).toHaveCount(0)
    const external = recordExternalRequests(page)
    await openAll(page, ['/', '/songs'])
    expect(external.filter((url) => new URL(url).origin !== 'https://www.instagram.com')).toEqual([])
  })

  test.each(browsers)('contacts YouTube only after play is pressed (%j)', async ({ javaScript }) => {
    const page = await browser.newPage({ javaScript })
    const external = recordExternalRequests(page)
    await page.goto('/songs', { waitUntil: 'load' })
    expect(external).toEqual([])
    await page.getByRole('link', { name: /^Play .* by JJ$/ }).click()
    await expectPage(page.locator('iframe')).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/embed\//,
    )
    expect(new Set(external.map((url) => new URL(url).origin))).toEqual(
      new Set(['https://www.youtube-nocookie.com']),
    )
  })
})

test('the Privacy Policy lists exactly the cookies that are set', async () => {
  const lives = new Map<string, string>()
  const [player, newcomer] = [await browser.newPage(), await browser.newPage()]
  for (const page of [player, newcomer]) watchCookies(page, lives)
  await player.goto('/')
  await button(bar(player), 'Necessary Only').click()
  await signIn(player, 'player', '/game/leagues?dialog=share')
  const invite = await readInvite(player)
  await player.goto('/game/team')
  await countryCards(player)
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await player.goto('/game/lineup')
  await player
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .click()
  // Set by script, until the line-up is saved.
  for (const { name, expires } of await player.context().cookies())
    if (name.endsWith('-draft')) lives.set(name, expires === -1 ? 'session' : `${expires}`)
  await button(player, 'Save Lineup').click()
  await expectPage(player.getByText('Lineup saved successfully')).toBeVisible()
  await game.openAs(newcomer, 'player3', invite)
  await player.goto('/game/time-zone')
  await player.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Zurich')
  await button(player, 'Save time zone').click()
  await expectPage(player).toHaveURL(/\/game(\?|$)/)
  await player.goto('/game/account')
  await button(player, 'Hide results').click()
  await expectPage(button(player, 'Hide results')).toHaveCount(0)
  // Set by script, not by a response.
  const own = (await player.context().cookies()).find(({ name }) => name === 'tz')
  const days = own && Math.round((own.expires - Date.now() / 1000) / 86_400)
  if (days) lives.set('tz', `${days} days`)

  await player.goto('/privacy-policy')
  const listed = await player.locator('table', { hasText: '__Host-sid' }).locator('tbody th').allInnerTexts()
  expect([...lives.keys()].sort()).toEqual(listed.sort())
  // Seconds; a cookie without stays until the browser closes. Who changes one here changes the table.
  expect(Object.fromEntries(lives)).toEqual({
    '__Host-sid': '7776000',
    'attempt:…': '3600',
    consent: '31536000',
    flash: '60',
    invite: '86400',
    league: 'session',
    'lineup-draft': 'session',
    results: '31536000',
    'team-draft': 'session',
    tz: '365 days',
    zone: '31536000',
  })
})

/** Notes every cookie that this site sets in a page: the provider on its own port is another site. */
function watchCookies(page: Page, lives: Map<string, string>): void {
  page.context().on('response', async (response) => {
    if (new URL(response.url()).origin !== game.origin) return
    for (const { name, value } of await response.headersArray()) {
      if (name.toLowerCase() === 'set-cookie') note(lives, value)
    }
  })
}

/** Records a cookie's name, as the policy spells it, and its Max-Age; a deleted cookie does not count. */
function note(lives: Map<string, string>, line: string): void {
  const name = line.slice(0, line.indexOf('='))
  const life = /max-age=(\d+)/i.exec(line)?.[1] ?? 'session'
  if (life !== '0') lives.set(name.replace(/^sid$/, '__Host-sid').replace(/^attempt:.*/, 'attempt:…'), life)
}
