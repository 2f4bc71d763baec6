import type { Page } from 'playwright/test'
import { afterEach, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  submitLogin,
  waitForHydration,
} from './support/page-helpers.ts'

/** Saving with script, and everything that can interfere. */
setUpGame({ withProvider: true })

afterEach(() => browser.closePages())

async function open(account: string, path: string): Promise<Page> {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, account, path)
  await waitForHydration(page)
  return page
}

/** Another tab of the same browser. */
async function openTab(beside: Page, path: string): Promise<Page> {
  const page = await beside.context().newPage()
  await page.goto(path)
  await waitForHydration(page)
  return page
}

test('typed names survive a rejected save, and a reload after it', async () => {
  const page = await open('player3', '/game/team')
  await page.getByLabel('Team name').fill('Typed before')
  await button(countryList(page), 'Add Sweden').click()
  await button(page, 'Save Team').click()
  const alert = page.getByRole('alert')
  await expectPage(alert).toContainText('Invalid team')
  await expectPage(alert).toContainText('You must select exactly 6 countries for your team.')
  await alert.getByRole('link', { name: 'Missing manager name' }).click()
  await expectPage(page.getByLabel('Manager name')).toBeFocused()
  await expectPage(page.getByLabel('Manager name')).toHaveAttribute('aria-invalid', 'true')
  await expectPage(page.getByLabel('Team name')).toHaveValue('Typed before')
  await expectPage(countryNames(countryCards(page))).toHaveText(['Sweden'])
  await page.reload()
  await expectPage(page.getByLabel('Team name')).toHaveValue('Typed before')
  await expectPage(countryNames(countryCards(page))).toHaveText(['Sweden'])
})

test('Unsaved Changes appears with the first change and goes with the save', async () => {
  const page = await open('player', '/game/team')
  const badge = page.getByText('Unsaved Changes', { exact: true })
  await expectPage(badge).toHaveCount(0)
  await page.getByLabel('Team name').fill('Lights of Bern')
  await expectPage(badge).toBeVisible()
  await page.getByLabel('Team name').fill('Lights of Basel')
  await expectPage(badge).toHaveCount(0)
  await button(countryCards(page), 'Remove Poland').click()
  await button(countryList(page), 'Add Germany').click()
  await expectPage(badge).toBeVisible()
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('status')).toContainText('Team saved successfully')
  await expectPage(badge).toHaveCount(0)
  await expectPage(page).toHaveURL('/game/team')
  await page.reload()
  await expectPage(countryNames(countryCards(page)).last()).toHaveText('Germany')
  await expectPage(page.getByRole('status')).toHaveCount(0)
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

test('what was typed before script arrived is not lost', async () => {
  const page = await open('player3', '/game')
  let letIn = () => {}
  const released = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/assets/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/game/team', { waitUntil: 'commit' })
  await page.getByLabel('Team name').fill('Faster than script')
  letIn()
  await waitForHydration(page)
  await button(countryList(page), 'Add Sweden').click()
  await expectPage(countryCards(page)).toContainText('1 / 6')
  await expectPage(page.getByLabel('Team name')).toHaveValue('Faster than script')
  await expectPage(page).toHaveURL(/teamName=Faster/)
})

test('of two tabs the last save counts once it is told of the first, and the other shows what is stored', async () => {
  const one = await open('player2', '/game/team')
  const two = await openTab(one, '/game/team')
  const order = await openTab(one, '/game/lineup')
  const list = order.getByRole('region', { name: 'Your order' })
  await button(list, 'Move Albania up').click()
  await button(countryCards(one), 'Remove Portugal').click()
  await button(countryList(one), 'Add San Marino').click()
  await button(one, 'Save Team').click()
  await expectPage(one.getByRole('status')).toContainText('Team saved successfully')

  await button(order, 'Save Lineup').click()
  await expectPage(order.getByRole('alert')).toContainText('it may have changed in another tab')
  await expectPage(countryNames(list)).toContainText(['San Marino'])
  await expectPage(countryNames(list)).not.toContainText(['Portugal'])

  await two.getByLabel('Team name').fill('Second tab')
  await button(two, 'Save Team').click()
  await expectPage(two.getByRole('alert')).toContainText('Saved in another tab or on another device')
  await button(two, 'Save Team').click()
  await expectPage(two.getByRole('status')).toContainText('Team saved successfully')
  await one.reload()
  await expectPage(one.getByLabel('Team name')).toHaveValue('Second tab')
  await expectPage(countryNames(countryCards(one)).last()).toHaveText('Portugal')
})

test('a session that ends in the middle of an edit leads to the sign-in card and back to the draft', async () => {
  const page = await open('player', '/game/team')
  const before = await countryNames(countryCards(page)).allInnerTexts()
  await button(countryCards(page), `Remove ${before[5]}`).click()
  await button(countryList(page), 'Add Iceland').click()
  await page.getByLabel('Manager name').fill('Röbin & Co')
  await page.context().clearCookies()
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, 'player')
  await expectPage(countryNames(countryCards(page))).toHaveText([...before.slice(0, 5), 'Iceland'])
  await expectPage(page.getByLabel('Manager name')).toHaveValue('Röbin & Co')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('status')).toContainText('Team saved successfully')
})

test('the same for a line-up, with its round and its checkbox', async () => {
  const page = await open('player', '/game/lineup?round=2')
  const list = page.getByRole('region', { name: 'Your order' })
  const [first = '', second = '', ...rest] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).click()
  await page.getByLabel('Same order for the remaining rounds').check()
  await page.context().clearCookies()
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, 'player')
  await expectPage(countryNames(list)).toHaveText([second, first, ...rest])
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('2')
  await expectPage(page.getByLabel('Same order for the remaining rounds')).toBeChecked()
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('status')).toContainText('Second semi-final, Grand final')
})

test('a save that cannot reach the server keeps the draft and shows an error', async () => {
  const page = await open('player', '/game/lineup')
  const list = page.getByRole('region', { name: 'Your order' })
  const [first = '', second = '', ...rest] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).click()
  await page.route('**/game/lineup*', (route) => route.abort())
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('alert')).toContainText('No response received from the server')
  await expectPage(countryNames(list)).toHaveText([second, first, ...rest])
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await expectPage(page).toHaveURL(/order=/)
  await page.unroute('**/game/lineup*')
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
  await expectPage(page.getByRole('alert')).toHaveCount(0)
  expect(await countryNames(list).allInnerTexts()).toEqual([second, first, ...rest])
})

test('a save whose page does not arrive says that it was sent, and a reload shows it', async () => {
  const page = await open('player', '/game/lineup')
  const list = page.getByRole('region', { name: 'Your order' })
  const [first = '', second = '', ...rest] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).click()
  await page.route('**/game/lineup*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('alert')).toContainText(
    'Sent, but the new page did not arrive. Reload to see what is saved',
  )
  await page.route('**/game/lineup*', (route) => route.abort())
  await button(list, `Move ${second} down`).click()
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('alert')).toContainText('Failed to save lineup')
  await expectPage(page.getByRole('alert')).not.toContainText('Sent')
  await page.unroute('**/game/lineup*')
  await page.goto('/game/lineup')
  await expectPage(page.getByRole('status')).toContainText('Lineup saved successfully')
  await expectPage(countryNames(list)).toHaveText([second, first, ...rest])
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
})

test('a league whose page does not arrive is told in its dialog', async () => {
  const page = await open('player', '/game/leagues?dialog=create')
  await page.getByLabel('League Name').fill('Lost & found')
  await page.route('**/game/leagues*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('dialog').getByRole('alert')).toContainText('the new page did not arrive')
  await page.unroute('**/game/leagues*')
  await page.goto('/game/leagues')
  await expectPage(page.getByRole('option', { name: 'Lost & found' })).toHaveCount(1)
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
  await waitForHydration(page)
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toHaveCount(1)
  await expectPage(page.getByRole('option', { name: 'Named & kept' })).toHaveCount(1)
})

test('Back after a save shows what is stored, and sends nothing again', async () => {
  const page = await open('player', '/game/team')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.getByLabel('Team name').fill('Saved before Back')
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('status')).toContainText('Team saved successfully')
  await page.goto('/news')
  await page.goBack()
  await expectPage(page.getByLabel('Team name')).toHaveValue('Saved before Back')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  await page.reload()
  await expectPage(page.getByLabel('Team name')).toHaveValue('Saved before Back')
  expect(posts).toHaveLength(1)
})

// The last test: the season before cannot be activated again.
test('a form that stays open while another season begins saves nothing, and leads to the new one', async () => {
  const team = await open('player3', '/game/team')
  const league = await open('player', '/game/leagues?dialog=create')
  await game.playSeason(2026)
  await team.getByLabel('Team name').fill('Left over')
  await button(team, 'Save Team').click()
  const alert = team.getByRole('alert')
  await expectPage(alert).toContainText('Another season is being played')
  await expectPage(alert).toContainText(
    'This form belongs to the 2025 season. The 2026 season is being played now',
  )
  await expectPage(team.getByLabel('Team name')).toHaveValue('Left over')
  await button(team, 'Save Team').click()
  await expectPage(alert.first()).toContainText('You must select exactly 6 countries for your team.')
  await expectPage(team.getByText('Another season is being played')).toHaveCount(0)

  await league.getByLabel('League Name').fill('Left over')
  await league.getByLabel('League Name').press('Enter')
  await expectPage(league.getByRole('heading', { level: 1 })).toHaveText('Another season is being played')
  await league.getByRole('link', { name: 'Go on in the 2026 season' }).click()
  await expectPage(league).toHaveURL('/game/leagues?dialog=create&leagueName=Left+over')
})
