import type { Page } from 'playwright/test'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { field, openDesk, openFinal, save, status, store, stored } from './support/desk.ts'
import { browser, setUpGame } from './support/game.ts'
import { button, expectPage } from './support/page-helpers.ts'

/** What a desk with script keeps when a press is refused, or gets no answer (D10). */
setUpGame()
beforeAll(openFinal)
beforeEach(() => store({}))
afterEach(() => browser.closePages())

/** Two desks of a final with 80 for Norway: one is offline, and the other one stores 89. */
async function openBesideOffline() {
  await store({ NO: 80 })
  const desk = await openDesk()
  const { page } = desk
  const other = (await openDesk()).page
  await page.context().setOffline(true)
  await field(page, 'Norway').fill('120')
  await field(page, 'Sweden').fill('321')
  await field(page, 'Norway').press('Enter')
  await expectPage(page.getByRole('alert')).toContainText('What you entered is still here.')
  await save(other, 'Norway', '89')
  return desk
}

/** The conflict at the field, with both numbers; all that is typed is still there, and nothing is stored. */
async function expectConflict(page: Page) {
  await expectPage(field(page, 'Norway')).toHaveAccessibleDescription('Stored now: 89')
  await expectPage(status(page)).toHaveText('Changed at another desk in the meantime: Norway 89.')
  await expectPage(field(page, 'Norway')).toHaveValue('120')
  await expectPage(field(page, 'Sweden')).toHaveValue('321')
  expect(await stored()).toEqual({ NO: 89 })
}

/** Presses as often as it takes: the first press only says what the next one replaces. */
async function pressTwice(page: Page) {
  const alert = page.getByRole('alert')
  await field(page, 'Norway').press('Enter')
  await expectPage(alert).toContainText(
    'Changed at another desk in the meantime: Norway 89. Nothing was saved.',
  )
  await expectPage(field(page, 'Norway')).toHaveAccessibleDescription('Stored now: 89')
  await expectPage(field(page, 'Norway')).toHaveValue('120')
  expect(await stored()).toEqual({ NO: 89 })
  await field(page, 'Norway').press('Enter')
  await expectPage(alert).toHaveCount(0)
  await expectPage(status(page)).toBeEmpty()
  expect(await stored()).toEqual({ NO: 120, SE: 321 })
}

test('a desk that was offline is shown what another one stored meanwhile, once it asks again', async () => {
  const { page } = await openBesideOffline()
  await Promise.all([page.waitForResponse('**/admin/desk.json?*'), page.context().setOffline(false)])
  await expectConflict(page)
  await pressTwice(page)
})

test('a desk that was offline replaces nothing by a press before it has asked again', async () => {
  const { page } = await openBesideOffline()
  await page.route('**/admin/desk.json?*', (route) => route.abort())
  await page.context().setOffline(false)
  await pressTwice(page)
})

test('a refused text stays, and so does what is not saved of the fields', async () => {
  await store({ AT: 1, NO: 80 })
  const { page } = await openDesk()
  await field(page, 'Austria').fill('436')
  await button(page, 'Paste').click()
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90')
  await button(page, '26 fields').click()
  await expectPage(field(page, 'Austria')).toHaveValue('436')
  await store({ AT: 1, NO: 89 })
  await button(page, 'Paste').click()
  await expectPage(text).toHaveValue('Norway 90')
  await button(page, 'Save').click()
  await expectPage(text).toHaveAccessibleDescription(/Changed at another desk in the meantime: Norway 89\./)
  await expectPage(text).toHaveValue('Norway 90')
  await button(page, '26 fields').click()
  await expectPage(field(page, 'Austria')).toHaveValue('436')
  await expectPage(field(page, 'Norway')).toHaveValue('89')
  expect(await stored()).toEqual({ AT: 1, NO: 89 })
  await button(page, 'Paste').click()
  await button(page, 'Save').click()
  await expectPage(page.getByText('Points saved')).toBeVisible()
  await expectPage(field(page, 'Austria')).toHaveValue('436')
  expect(await stored()).toEqual({ AT: 1, NO: 90 })
})

test('a text that ‘Next song’ stored is emptied, and the next one is judged by what is stored since', async () => {
  await store({ NO: 80 })
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90')
  await button(page, 'Next song').click()
  await expectPage(page.getByText('Song 1 of 26')).toBeVisible()
  await expectPage(text).toHaveValue('')
  expect(await stored()).toEqual({ NO: 90 })
  await text.fill('Norway 91')
  await button(page, 'Save').click()
  await expectPage(page.getByText('Points saved')).toBeVisible()
  expect(await stored()).toEqual({ NO: 91 })
  await button(page, 'Back').click()
  await expectPage(page.getByText('No song has begun.')).toBeVisible()
})

test('a text whose press got no answer stays when the page is shown again from the history', async () => {
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90')
  await page.route('**/admin/desk.data?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await button(page, 'Next song').click()
  await expectPage(page.getByRole('alert')).toContainText('What you entered is still here.')
  await store({ FI: 196 })
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expectPage(page.getByText('286 of 4,350')).toBeVisible()
  await expectPage(text).toHaveValue('Norway 90')
  expect(await stored()).toEqual({ FI: 196 })
})

test('what was typed into a text while it was being saved is kept under Paste', async () => {
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/admin/desk**', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await button(page, 'Save').click()
  await sent
  await text.fill('Norway 90\nAustria 12')
  release()
  await expectPage(page.getByText('Points saved')).toBeVisible()
  await expectPage(field(page, 'Norway')).toHaveValue('90')
  await button(page, 'Paste').click()
  await expectPage(text).toHaveValue('Norway 90\nAustria 12')
  expect(await stored()).toEqual({ NO: 90 })
})

test('own points are no news of another desk, also when the text could not be read here yet', async () => {
  const { page } = await openDesk()
  await page.route('**/pasted-points-*.js', (route) => route.abort())
  await button(page, 'Paste').click()
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90')
  await button(page, 'Save').click()
  await expectPage(page.getByText('– → 90')).toBeVisible()
  await button(page, 'Save').click()
  await expectPage(page.getByText('Points saved')).toBeVisible()
  await expectPage(field(page, 'Norway')).toHaveValue('90')
  await expectPage(status(page)).toBeEmpty()
})

test('a song that another desk counted meanwhile counts once, and the page says so', async () => {
  const { page } = await openDesk()
  const other = (await openDesk()).page
  await button(other, 'Next song').click()
  await expectPage(other.getByText('Song 1 of 26')).toBeVisible()
  await button(page, 'Next song').click()
  await expectPage(page.getByRole('alert')).toContainText('Song 1 is on already: another press came first')
  await expectPage(page.getByText('Song 1 of 26')).toBeVisible()
})

test('a megabyte of text is named at its field as too long, kept, and sent by no press', async () => {
  const { page } = await openDesk('/admin/desk?round=3&way=paste')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  const text = page.getByRole('textbox', { name: 'One country per line' })
  await text.fill('Norway 90\n'.padEnd(1_000_000, ' '))
  for (const name of ['Save', '26 fields']) {
    await button(page, name).click()
    await expectPage(text).toBeFocused()
  }
  await expectPage(page.locator('#pasted-error')).toHaveText(
    'This is longer than 10,000 characters. Nothing was saved.',
  )
  expect([posts, (await text.inputValue()).length, await stored()]).toEqual([[], 1_000_000, {}])
  await text.fill('Norway 90')
  await button(page, 'Save').click()
  await expectPage(page.getByText('Points saved')).toBeVisible()
  expect(await stored()).toEqual({ NO: 90 })
})

test('a field takes no more text than shows that it is no number', async () => {
  const { page } = await openDesk()
  await field(page, 'Finland').fill('9'.repeat(300_000))
  await expectPage(field(page, 'Finland')).toHaveValue('9'.repeat(99))
  await expectPage(field(page, 'Finland')).toHaveAccessibleDescription(/is not a .*number/)
  await button(page, 'Paste').click()
  await expectPage(page.getByRole('textbox', { name: 'One country per line' })).toBeVisible()
})
