import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  detailsButton,
  expectPage,
  submitLogin,
} from './support/page-helpers.ts'

/** The draft pages without script: every action is a form, every response a page. */
setUpGame({ withProvider: true })

const six = ['Austria', 'Estonia', 'Greece', 'Italy', 'Poland', 'Latvia']

afterEach(() => browser.closePages())

async function open(account: string, path: string): Promise<Page> {
  const page = await browser.newPage({ javaScript: false })
  await game.openAs(page, account, path)
  return page
}

/** The form submissions of a page from now on. */
function listenForPosts(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  return posts
}

function order(page: Page) {
  return page.getByRole('region', { name: 'Your order' })
}

test('a team is changed click by click, the address holds it, and Back is undo', async () => {
  const page = await open('player', '/game/team')
  await expectPage(countryNames(countryCards(page))).toHaveText(six)
  await page.getByLabel('Team name').fill('Typed & kept')
  await button(countryCards(page), 'Remove Poland').click()
  await expectPage(page).toHaveURL(/picks=AT\.EE\.GR\.IT\.LV/)
  await expectPage(page.getByLabel('Team name')).toHaveValue('Typed & kept')
  await button(countryList(page), 'Add Germany').click()
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Germany')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await page.goBack()
  await expectPage(countryNames(countryCards(page))).toHaveText([
    'Austria',
    'Estonia',
    'Greece',
    'Italy',
    'Latvia',
  ])
  // The address without a draft brings the last one back (D52).
  await page.goBack()
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Germany')
  await button(page, 'Discard').click()
  await expectPage(countryNames(countryCards(page))).toHaveText(six)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
})

test('the search is a form, and keeps the draft', async () => {
  const page = await open('player', '/game/team?picks=AT.EE')
  await page.getByRole('searchbox').fill('GERMAN')
  await page.getByRole('searchbox').press('Enter')
  await expectPage(countryNames(countryList(page))).toHaveText(['Germany'])
  await expectPage(countryNames(countryCards(page))).toHaveText(['Austria', 'Estonia'])
  await page.getByRole('searchbox').fill('nobody sings this')
  await button(page, 'Search').click()
  await expectPage(countryList(page).getByText('No countries found matching the search')).toBeVisible()
})

test('the focus stays where it was', async () => {
  const page = await open('player', '/game/team')
  await button(countryCards(page), 'Remove Greece').click()
  await expectPage(button(countryCards(page), 'Remove Italy')).toBeFocused()
  await button(countryList(page), 'Add Greece').click()
  await expectPage(button(countryList(page), 'Remove Greece')).toBeFocused()
  await button(countryList(page), 'Remove Greece').click()
  await expectPage(button(countryList(page), 'Add Greece')).toBeFocused()
  await page.goto('/game/lineup')
  const [, second = '', , , fifth = ''] = await countryNames(order(page)).allInnerTexts()
  await button(order(page), `Move ${fifth} up`).click()
  await expectPage(button(order(page), `Move ${fifth} up`)).toBeFocused()
  await button(order(page), `Move ${second} up`).click()
  await expectPage(button(order(page), `Move ${second} down`)).toBeFocused()
})

test('dialogs open over content that cannot be used, and close again', async () => {
  const page = await open('player', '/game/team')
  await detailsButton(countryList(page), 'Estonia').click()
  const dialog = page.getByRole('dialog', { name: 'Estonia' })
  await expectPage(dialog).toContainText('Tommy Cash')
  for (const part of ['body > header', 'main', 'footer']) {
    await expectPage(page.locator(part)).toHaveAttribute('inert', '')
  }
  await button(dialog, 'Close').last().click()
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
  await expectPage(page.locator('[inert]')).toHaveCount(0)
  await page.goto('/game')
  await page.getByRole('link', { name: 'Game Rules' }).click()
  await expectPage(page.getByRole('dialog', { name: 'Game Rules' })).toBeVisible()
  await expectPage(page.locator('main')).toHaveAttribute('inert', '')
  await page.getByRole('link', { name: 'Close' }).last().click()
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
})

test('a closed dialog returns the focus to its opener', async () => {
  const page = await open('player', '/game/team')
  for (const opener of [
    detailsButton(countryList(page), 'Estonia'),
    detailsButton(countryCards(page), 'Estonia'),
  ]) {
    await opener.click()
    await button(page.getByRole('dialog', { name: 'Estonia' }), 'Play video: Espresso Macchiato').click()
    await expectPage(page.locator('iframe')).toHaveCount(1)
    await button(page.getByRole('dialog'), 'Close').last().click()
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
    await expectPage(opener).toBeFocused()
  }
  await page.goto('/game/lineup')
  const opener = detailsButton(order(page), 'Italy')
  await opener.click()
  await button(page.getByRole('dialog', { name: 'Italy' }), 'Close')
    .last()
    .click()
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
  await expectPage(opener).toBeFocused()
})

test('a save shows its receipt, which stays, and is in the history', async () => {
  const page = await open('player', '/game/lineup?round=3')
  const list = page.getByRole('region', { name: 'Your order' })
  const [, second] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).click()
  await button(page, 'Save Lineup').click()
  const receipt = page.getByText('Change until May 17, ')
  await expectPage(receipt).toBeVisible()
  await page.reload()
  await expectPage(page.getByRole('status')).toHaveCount(0)
  await expectPage(list.getByText('Saved', { exact: true })).toBeVisible()
  await expectPage(countryNames(list).first()).toHaveText(second ?? '')
  await receipt.getByRole('link', { name: 'All your saves' }).click()
  await expectPage(page).toHaveURL('/game/history')
  const newest = page.getByRole('region', { name: 'Newest first' }).getByRole('listitem').first()
  await expectPage(newest).toContainText('You saved this line-up')
  await expectPage(newest).toContainText('Line-up for the grand final')
  await expectPage(newest).toContainText('In force')
})

test('a league is managed with the keyboard: Tab stays inside an open dialog', async () => {
  const page = await open('player', '/game/leagues')
  const focused = page.locator(':focus')
  async function tabThrough(...names: string[]) {
    for (const name of names) {
      await page.keyboard.press('Tab')
      await expectPage(focused).toHaveAccessibleName(name)
    }
    await page.keyboard.press('Enter')
  }
  await page.getByText('Manage this league').press('Enter')
  await tabThrough('Rename')
  await expectPage(page.getByRole('dialog', { name: 'Rename league' })).toBeVisible()
  await expectPage(focused).toHaveAccessibleName('League Name')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('status')).toContainText('League renamed')
  await expectPage(page.getByRole('region', { name: 'By hand' })).toBeVisible()
  await page.getByText('Manage this league').press('Enter')
  await tabThrough('Rename', 'New invite link')
  await expectPage(page.getByRole('dialog', { name: 'New invite link?' })).toBeVisible()
  await tabThrough('Close', 'Cancel', 'Make a new link')
  await expectPage(page.getByRole('status')).toContainText('New invite link made')
})

test('a country is added from its details', async () => {
  const page = await open('player3', '/game/team?details=SE')
  await button(page.getByRole('dialog', { name: 'Sweden' }), 'Add to Team').click()
  await expectPage(countryNames(countryCards(page))).toHaveText(['Sweden'])
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
  await expectPage(button(countryList(page), 'Remove Sweden')).toBeFocused()
})

test('reload never submits again', async () => {
  const page = await open('player', '/game/team')
  const posts = listenForPosts(page)
  async function pressAndReload(press: () => Promise<void>) {
    posts.length = 0
    await press()
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(posts).toHaveLength(1)
    await page.reload()
    expect(posts).toHaveLength(1)
  }
  await pressAndReload(() => button(countryCards(page), 'Remove Poland').click())
  await pressAndReload(() => button(countryList(page), 'Add Germany').click())
  await pressAndReload(() => detailsButton(countryList(page), 'Germany').click())
  await pressAndReload(() => button(page.getByRole('dialog'), 'Close').last().click())
  await pressAndReload(() => button(page, 'Save Team').click())
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Germany')
  await page.goto('/game/lineup')
  await pressAndReload(() => button(order(page), 'Move Germany up').click())
  await pressAndReload(() => button(page, 'Save Lineup').click())
  await expectPage(countryNames(order(page)).nth(4)).toHaveText('Germany')
})

const typed = process.env.EVERYTHING ? ['Team name', 'Manager name'] : ['Team name']

test.each(typed)('Enter in %s saves nothing and loses nothing', async (label) => {
  const page = await open('player2', '/game/team')
  await button(countryCards(page), 'Remove Portugal').click()
  await button(countryList(page), 'Add San Marino').click()
  await page.getByLabel(label).fill('Entered')
  await page.getByLabel(label).press('Enter')
  await expectPage(page).toHaveURL(/Name=Entered/)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await page.goto('/game/team')
  await button(page, 'Discard').click()
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Portugal')
  await expectPage(page.getByLabel(label)).not.toHaveValue('Entered')
})

test('a rejected save keeps what was typed and shows an error at each field', async () => {
  const page = await open('player3', '/game/team?picks=SE')
  await page.getByLabel('Team name').fill('Kept')
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('alert').first()).toContainText(
    'You must select exactly 6 countries for your team.',
  )
  await expectPage(page.getByLabel('Team name')).toHaveValue('Kept')
  await expectPage(page.getByLabel('Manager name')).toHaveAccessibleDescription(
    /Please enter your name or a nickname/,
  )
  await expectPage(countryNames(countryCards(page))).toHaveText(['Sweden'])
})

test('a session that ends in the middle of an edit leads to the sign-in card and back to the draft', async () => {
  const page = await open('player2', '/game/lineup?round=2')
  const [first = '', second = '', ...rest] = await countryNames(order(page)).allInnerTexts()
  await button(order(page), `Move ${second} up`).click()
  await page.context().clearCookies()
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, 'player2')
  await expectPage(countryNames(order(page))).toHaveText([second, first, ...rest])
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('2')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
})

test('a league’s form is sent once: reload and Back do not send it again', async () => {
  const page = await open('player', '/game/leagues?dialog=create')
  const posts = listenForPosts(page)
  await page.getByLabel('League Name').fill('Sent once')
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('status')).toContainText('League created')
  await page.reload()
  await expectPage(page.getByRole('option', { name: 'Sent once' })).toHaveCount(1)
  await page.goBack()
  await expectPage(page.getByRole('dialog', { name: 'Create League' })).toBeVisible()
  await expectPage(page.getByRole('option', { name: 'Sent once' })).toHaveCount(1)
  expect(posts).toHaveLength(1)
})

test('a session that ends before a league has its name leads back to the name', async () => {
  const page = await open('player2', '/game/leagues?dialog=create')
  await page.getByLabel('League Name').fill('Named & kept')
  await page.context().clearCookies()
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, 'player2')
  await expectPage(page.getByLabel('League Name')).toHaveValue('Named & kept')
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('status')).toContainText('League created')
  await expectPage(page.getByRole('option', { name: 'Named & kept' })).toHaveCount(1)
})

test('a toast is above the page’s header at every width', async () => {
  const page = await open('player', '/game/lineup')
  await button(page, 'Save Lineup').click()
  const toast = page.getByRole('status')
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    const box = await toast.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThan(heading?.y ?? 0)
  }
})
