import type { Locator, Page, Route } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  detailsButton,
  expectPage,
  readInvite,
  waitForHydration,
} from './support/page-helpers.ts'

/** The draft pages with script: the same results without loading a document. */
setUpGame()

afterEach(() => browser.closePages())

/** Opens a hydrated page as player, in its own browser context. */
async function openAsPlayer(path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, 'player', path)
  await waitForHydration(page)
  return page
}

/** All requests and console messages of a page from now on. */
function listen(page: Page) {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    // Chromium looks at the icon again whenever the address changes; a face comes with the first letter in it, and a flag
    // when its row is about to be seen.
    const isLook =
      /\/icon\.svg$|\/flags-[\d.]+\/\w+\.svg$/.test(request.url()) || request.resourceType() === 'font'
    if (!isLook) requests.push(`${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isMissing = message.text().includes('the server responded with a status of 4')
    if (['error', 'warning'].includes(message.type()) && !isMissing) complaints.push(message.text())
  })
  return { requests, complaints }
}

test('a team is changed and searched without a request', async () => {
  const page = await openAsPlayer('/game/team')
  const { requests } = listen(page)
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(countryCards(page)).toContainText('5 / 6')
  await page.getByRole('searchbox').fill('german')
  await expectPage(countryNames(countryList(page))).toHaveText(['Germany'])
  await button(countryList(page), 'Add Germany').click()
  await page.getByRole('searchbox').fill('nobody sings this')
  await expectPage(countryList(page).getByText('No countries found matching the search')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await button(countryList(page), 'Remove Italy').click()
  await expectPage(countryNames(countryCards(page))).toHaveText([
    'Austria',
    'Estonia',
    'Greece',
    'Latvia',
    'Germany',
  ])
  expect(requests).toEqual([])
})

test('a line-up is changed without a request', async () => {
  const page = await openAsPlayer('/game/lineup')
  const { requests } = listen(page)
  const list = page.getByRole('region', { name: 'Your order' })
  const before = await countryNames(list).allInnerTexts()
  expect(before).toHaveLength(6)
  await button(list, `Move ${before[1]} up`).click()
  await expectPage(countryNames(list)).toHaveText([1, 0, 2, 3, 4, 5].map((at) => before[at] ?? ''))
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await button(list, `Move ${before[0]} up`).click()
  await expectPage(countryNames(list)).toHaveText(before)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  expect(requests).toEqual([])
})

/** Clicks a button and reads a text before the next frame. */
function readAtOnce(pressed: Locator, shown: string): Promise<string> {
  return pressed.evaluate((element, selector) => {
    if (element instanceof HTMLElement) element.click()
    return [...document.querySelectorAll(selector)].map((each) => each.textContent).join(' ')
  }, shown)
}

test('a click takes effect before the next frame, and is announced', async () => {
  const page = await openAsPlayer('/game/team')
  const announcement = page.locator('main > p[aria-live=polite]')
  await expectPage(announcement).toHaveText('')
  expect(await readAtOnce(button(countryCards(page), 'Remove Poland'), '#your-six + .num')).toBe('5 / 6')
  await expectPage(announcement).toHaveText(/^Poland removed\. 5 of 6 countries\. Up to \d+M fits\.$/)
  expect(await readAtOnce(button(countryList(page), 'Add Germany'), '#your-six + .num')).toBe('6 / 6')
  await expectPage(announcement).toHaveText(/^Germany added\. 6 of 6 countries/)
  await page.getByRole('searchbox').fill('german')
  await expectPage(announcement).toHaveText('One country found.')
  await page.getByRole('searchbox').fill('nobody sings this')
  await expectPage(announcement).toHaveText('No countries found matching the search')

  await page.goto('/game/lineup')
  await waitForHydration(page)
  const list = page.getByRole('region', { name: 'Your order' })
  const [first = '', second = ''] = await countryNames(list).allInnerTexts()
  const order = await readAtOnce(button(list, `Move ${second} up`), '#your-order, li strong')
  expect(order).toContain(`${second} ${first}`)
  await expectPage(announcement).toHaveText(`${second} is at position 1 of 6.`)
})

test('the address follows the draft without growing the history, and reload shows the same', async () => {
  const page = await openAsPlayer('/game/team')
  const entries = await page.evaluate(() => history.length)
  await button(countryCards(page), 'Remove Poland').click()
  await page.getByLabel('Team name').fill('Typed, not saved')
  await expectPage(page).toHaveURL(/picks=AT\.EE\.GR\.IT\.LV/)
  await expectPage(page).toHaveURL(/teamName=Typed/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.reload()
  await expectPage(countryNames(countryCards(page))).toHaveText([
    'Austria',
    'Estonia',
    'Greece',
    'Italy',
    'Latvia',
  ])
  await expectPage(page.getByLabel('Team name')).toHaveValue('Typed, not saved')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
})

const waysAway = ['News', 'Back to Dashboard', 'Play Game']

test.each(process.env.EVERYTHING ? waysAway : waysAway.slice(0, 2))(
  'Back from %s finds the draft again',
  async (away) => {
    const page = await openAsPlayer('/game/team')
    await button(countryCards(page), 'Remove Poland').click()
    await page.getByRole('link', { name: away }).first().click()
    await expectPage(page).toHaveURL(/\/(news|game)$/)
    await page.goBack()
    await expectPage(countryNames(countryCards(page))).toHaveText([
      'Austria',
      'Estonia',
      'Greece',
      'Italy',
      'Latvia',
    ])
    await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  },
)

test('the focus stays in place while a team changes', async () => {
  const page = await openAsPlayer('/game/team')
  await button(countryCards(page), 'Remove Greece').press('Enter')
  await expectPage(button(countryCards(page), 'Remove Italy')).toBeFocused()
  await button(countryCards(page), 'Remove Latvia').press('Enter')
  await expectPage(button(countryCards(page), 'Remove Poland')).toBeFocused()
  await button(countryList(page), 'Add Greece').press('Enter')
  await expectPage(button(countryList(page), 'Remove Greece')).toBeFocused()
  await button(countryList(page), 'Remove Greece').press('Enter')
  await expectPage(button(countryList(page), 'Add Greece')).toBeFocused()
})

test('the focus stays on the pressed arrow, and moves to the opposite one at the ends', async () => {
  const page = await openAsPlayer('/game/lineup')
  const list = page.getByRole('region', { name: 'Your order' })
  const [, second = '', , , fifth = ''] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).press('Enter')
  await expectPage(button(list, `Move ${second} down`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(button(list, `Move ${second} down`)).toBeFocused()
  await button(list, `Move ${fifth} down`).press('Enter')
  await expectPage(button(list, `Move ${fifth} up`)).toBeFocused()
})

test('the details are modal, Escape closes them, and focus goes back to their opener', async () => {
  const page = await openAsPlayer('/game/team')
  for (const place of [countryList(page), countryCards(page)]) {
    const opener = detailsButton(place, 'Estonia')
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Estonia' })
    await expectPage(dialog).toContainText('Tommy Cash')
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    await expectPage(button(dialog, 'Add to Team')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
    await expectPage(opener).toBeFocused()
    await opener.press('Enter')
    await button(dialog, 'Close').last().click()
    await expectPage(opener).toBeFocused()
  }
})

test('a linked dialog is modal too, and Escape leads back to the page beneath', async () => {
  const page = await openAsPlayer('/game/team?picks=AT.EE.GR.IT.PL&details=FR')
  const dialog = page.getByRole('dialog', { name: 'France' })
  await expectPage(dialog).toContainText("You don't have enough budget to add France.")
  await expectPage(button(dialog, 'Add to Team')).toBeDisabled()
  await expectPage(page.locator('dialog:modal')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectPage(dialog).toHaveCount(0)
  await expectPage(page).toHaveURL(/\/game\/team\?picks=AT\.EE\.GR\.IT\.PL&base=\w+$/)
  await page.goto('/game?dialog=rules')
  await waitForHydration(page)
  await expectPage(page.getByRole('dialog', { name: 'Game Rules' })).toBeVisible()
  await expectPage(page.locator('dialog:modal')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectPage(page).toHaveURL('/game?closed=rules')
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
})

/** The document requests of a page from now on. */
function listenForDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  return documents
}

test('every dialog of My Leagues is modal without a document, and Escape gives the focus back', async () => {
  const page = await openAsPlayer('/game/leagues')
  const documents = listenForDocuments(page)
  await page.getByText('Manage this league').press('Enter')
  const names = await page
    .locator('details [aria-label^="Remove "]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('aria-label')?.replace('Remove ', '') ?? ''),
    )
  expect(names.length).toBeGreaterThan(1)
  for (const [link, title] of [
    ['Create League', 'Create League'],
    ['Share invite', 'Share invite'],
    ['Rename', 'Rename league'],
    ['New invite link', 'New invite link?'],
    ['League log', 'League log'],
    ['Leave', 'Leave the league?'],
    ['Delete', 'Delete the league?'],
    [`Hand over to ${names[0]}`, 'Hand over the league?'],
    [`Remove ${names.at(-1)}`, 'Remove this member?'],
  ] as const) {
    const opener = page.getByRole('link', { name: link, exact: true })
    await opener.press('Enter')
    await expectPage(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectPage(page.locator('dialog:modal')).toHaveCount(1)
    await expectPage(page.locator('dialog :focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
    await expectPage(opener).toBeFocused()
  }
  expect(documents).toEqual([])
})

test('copying the invite link fills the clipboard and shows a confirmation for two seconds', async () => {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await game.openAs(page, 'player', '/game/leagues?dialog=share')
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Share invite' })
  const announcement = dialog.getByRole('status')
  await expectPage(announcement).toHaveText('')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await button(dialog, 'Copy').click()
  await expectPage(announcement).toHaveText('Invite link copied!')
  await page.clock.runFor(1_500)
  await button(dialog, 'Copy').click()
  await copied(page)
  await page.clock.runFor(1_990)
  await expectPage(announcement).toHaveText('Invite link copied!')
  await page.clock.runFor(10)
  await expectPage(announcement).toHaveText('')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Join “Sofa Jury” on Douze, the Eurovision game: ${await readInvite(page)}`,
  )
})

/** Waits until the copy is done and React has rendered the confirmation and started its timer: three tasks at most. */
function copied(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await navigator.clipboard.readText()
    for (let task = 0; task < 3; task += 1) {
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(0)
      })
    }
  })
}

test('without clipboard access, Copy explains how to copy by hand', async () => {
  const page = await openAsPlayer('/game/leagues?dialog=share')
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const dialog = page.getByRole('dialog', { name: 'Share invite' })
  await button(dialog, 'Copy').click()
  await expectPage(dialog.getByRole('status')).toHaveText(/^Press the text to select it/)
})

const fields = ['Team name', 'Manager name', 'Search country, artist or song']

test.each(process.env.EVERYTHING ? fields : fields.slice(0, 1))('Enter in %s never saves', async (label) => {
  const page = await openAsPlayer('/game/team')
  await button(countryCards(page), 'Remove Poland').click()
  await button(countryList(page), 'Add Germany').click()
  const { requests } = listen(page)
  await page.getByLabel(label).fill('o')
  await page.getByLabel(label).press('Enter')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  expect(requests).toEqual([])
  await page.goto('/game/team')
  await button(page, 'Discard').click()
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Latvia')
  await expectPage(countryNames(countryCards(page))).not.toContainText(['Germany'])
})

const broken: readonly [string, string, (route: Route) => Promise<void>][] = [
  ['no response', 'No response received from the server', (route) => route.abort()],
  ['half a response', 'Server responded with an error', (route) => route.fulfill({ body: '[{"_1":2' })],
  [
    'a proxy’s response',
    'Server responded with an error',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  ],
  ['an empty 503', 'Server responded with an error', (route) => route.fulfill({ status: 503, body: '' })],
]

test.each(process.env.EVERYTHING ? broken : broken.slice(0, 2))(
  'with %s a page stays as it is, shows the error, and works again',
  async (_, words, answer) => {
    const page = await openAsPlayer('/game/leagues')
    const alert = page.getByRole('alert')
    await page.route('**/*.data?**', answer)
    await page.getByRole('link', { name: 'Create League' }).click()
    await expectPage(alert).toContainText('Error loading league')
    await expectPage(alert).toContainText(words)
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
    await expectPage(button(page, 'Sign Out').first()).toBeVisible()

    await page.unroute('**/*.data?**')
    await page.reload()
    await waitForHydration(page)
    const dialog = page.getByRole('dialog', { name: 'Create League' })
    await expectPage(alert).toHaveCount(0)
    await page.route('**/*.data?**', answer)
    await dialog.getByLabel('League Name').fill('Typed')
    await button(dialog, 'Create League').click()
    await expectPage(alert).toContainText('Error creating league')
    await expectPage(alert).toContainText(words)
    await expectPage(dialog.getByLabel('League Name')).toHaveValue('Typed')
  },
)

test('results that fail to load leave the shown ones, and can be loaded again', async () => {
  await game.setClock('2025-05-18T08:00:00Z')
  const page = await openAsPlayer('/game/results')
  const shown = page.getByRole('region', { name: 'Grand final', exact: true })
  await expectPage(shown).toBeVisible()
  await page.route('**/game/results.data?**', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Round' }).selectOption({ label: 'First semi-final' })
  await expectPage(page.getByRole('alert')).toContainText('Error fetching round results')
  await expectPage(shown).toBeVisible()
  await page.unroute('**/game/results.data?**')
  await button(page, 'Show').click()
  await expectPage(page.getByRole('region', { name: 'First semi-final', exact: true })).toBeVisible()
  await expectPage(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/game')
  await waitForHydration(page)
  await page.route('**/game.data?**', (route) => route.abort())
  await page.getByRole('link', { name: 'Next page' }).click()
  await expectPage(page.getByRole('alert')).toContainText('Error fetching ranking')
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await game.setClock('2025-05-10T12:00:00Z')
})

test('on a slow connection a second click on Create League creates no second league', async () => {
  const page = await openAsPlayer('/game/leagues?dialog=create')
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  let sent = 0
  await page.route('**/game/leagues.data?**', async (route) => {
    if (route.request().method() === 'POST') sent += 1
    await released
    await route.continue()
  })
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await dialog.getByLabel('League Name').fill('Pressed twice')
  await button(dialog, 'Create League').click()
  await button(dialog, 'Create League').click()
  answer()
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toBeVisible()
  await expectPage(page.getByRole('option', { name: 'Pressed twice' })).toHaveCount(1)
  expect(sent).toBe(1)
})

test('links from game pages to public ones load the document, which has no script', async () => {
  const ways = [
    ['/game', 'News'],
    ['/game/team', 'Songs'],
    ['/game/lineup', 'Home'],
  ] as const
  for (const [from, link] of process.env.EVERYTHING ? ways : ways.slice(0, 1)) {
    const page = await openAsPlayer(from)
    const loaded = page.waitForRequest((request) => request.isNavigationRequest())
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: link })
      .click()
    expect((await loaded).resourceType()).toBe('document')
    await expectPage(page.getByRole('link', { name: link }).first()).toHaveAttribute('aria-current', 'page')
    await expectPage(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0)
  }
})
