import type { Page } from 'playwright/test'
import type { Mode } from '../support/modes.ts'
import {
  button,
  chooseOption,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  signIn,
} from '../support/page-helpers.ts'

const teamCountries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

/** Every kind of action once: team, line-up, league, and navigation between them. For any account. */
export async function playShortGame(page: Page, account: string, mode: Mode): Promise<void> {
  await signIn(page, account)
  await page
    .getByRole('link', { name: /^(Create Your Team|Manage Team)/ })
    .first()
    .click()
  await expectPage(page).toHaveURL('/game/team')
  await pickTeam(page)
  await page.getByLabel('Team name').fill(`Team of ${account}`)
  await page.getByLabel('Manager name').fill(account)
  await button(page, 'Save Team').click()
  await expectPage(page.getByRole('status')).toContainText('Team saved successfully')

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expectPage(page).toHaveURL('/game')
  await page
    .getByRole('link', { name: /^Manage Lineup/ })
    .first()
    .click()
  await orderSecondRound(page, mode)

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page
    .getByRole('link', { name: /Leagues/ })
    .first()
    .click()
  await createLeague(page, account)
}

/** Adds six countries to an empty team; changes one of a complete team and undoes it. */
async function pickTeam(page: Page) {
  const cards = countryCards(page)
  await expectPage(cards).toContainText(' / 6')
  const before = await countryNames(cards).allInnerTexts()
  const last = before.at(-1)
  if (last) await button(cards, `Remove ${last}`).click()
  for (const [index, country] of (last ? [last] : teamCountries).entries()) {
    const count = last ? 5 : index
    await expectPage(cards).toContainText(`${count} / 6`)
    await button(countryList(page), `Add ${country}`).click()
  }
  await expectPage(countryNames(cards)).toHaveText(last ? before : teamCountries)
}

async function orderSecondRound(page: Page, mode: Mode) {
  const list = page.getByRole('region', { name: 'Your order' })
  await expectPage(countryNames(list)).toHaveCount(6)
  await chooseOption(page, 'Round', 'Second semi-final', mode)
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('2')
  await expectPage(list).toContainText('Second semi-final')
  const [first = '', second = '', ...rest] = await countryNames(list).allInnerTexts()
  await button(list, `Move ${second} up`).click()
  await expectPage(countryNames(list)).toHaveText([second, first, ...rest])
  await button(page, 'Save Lineup').click()
  await expectPage(page.getByRole('status')).toContainText('Second semi-final')
  await expectPage(countryNames(list)).toHaveText([second, first, ...rest])
}

async function createLeague(page: Page, account: string) {
  await page.getByRole('link', { name: 'Create League' }).first().click()
  await page.getByLabel('League Name').fill(`Sofa of ${account}`)
  await page.getByLabel('League Name').press('Enter')
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toBeVisible()
  await expectPage(page.getByRole('region', { name: `Sofa of ${account}`, exact: true })).toContainText(
    '1 member',
  )
}
