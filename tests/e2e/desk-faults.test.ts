import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { field, openDesk, openFinal, store, stored } from './support/desk.ts'
import { browser, setUpGame } from './support/game.ts'
import { button, expectPage } from './support/page-helpers.ts'

/** What a desk with script keeps when a press is refused, or gets no answer (D10). */
setUpGame()
beforeAll(openFinal)
beforeEach(() => store({}))
afterEach(() => browser.closePages())

test('a refused text stays, and so does what is not saved of the fields', async () => {
  await store({ AT: 1, NO: 80 })
  const { page } = await openDesk()
  await field(page, 'Austria').fill('436')
  await button(page, 'Paste').click()
  const text = page.getByRole('textbox', { name: 'One country a line' })
  await text.fill('Norway 90')
  await button(page, '26 fields').click()
  await expectPage(field(page, 'Austria')).toHaveValue('436')
  await store({ AT: 1, NO: 89 })
  await button(page, 'Paste').click()
  await expectPage(text).toHaveValue('Norway 90')
  await button(page, 'Save').click()
  await expectPage(text).toHaveAccessibleDescription(/Changed at another desk meanwhile: Norway 89\./)
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
  const text = page.getByRole('textbox', { name: 'One country a line' })
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
  await expectPage(page.getByRole('textbox', { name: 'One country a line' })).toBeVisible()
})
