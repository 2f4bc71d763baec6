import type { Locator, Page } from 'playwright/test'
import type { Mode } from '../support/modes.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  readInvite as readInviteLink,
  signIn,
  submitLogin,
  waitForHydration,
} from '../support/page-helpers.ts'

/** My Leagues from creating a league to leaving it. Robin owns it, Dora is new to the game, Sascha joins late. */
/** 99 of 100 million. */
const teamCountries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

/** Ends with Dora outside the league, with her team. */
export async function playLeague(
  { robin, dora, sascha }: Record<'robin' | 'dora' | 'sascha', Page>,
  mode: Mode,
): Promise<void> {
  await signIn(robin, 'player', '/game/leagues')
  await createLeague(robin, mode)
  const link = await readInvite(robin)
  await joinAsNewcomer(dora, link)
  await rename(robin)
  await renewInvite(robin)
  const newLink = await readInvite(robin)
  await openDeadInvite(sascha, link)
  await join(sascha, newLink, '3 members')
  await remove(robin, dora, newLink)
  await handOver(robin)
  await leave(robin)
  await readLog(sascha)
}

/** The card of the league that is shown. */
function league(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

async function seeToast(page: Page, words: string) {
  await expectPage(page.getByRole('status').filter({ hasText: words })).toBeVisible()
}

/** Follows a link in the owner's menu to the dialog that it opens. */
async function openLeagueDialog(page: Page, link: string, title: string): Promise<Locator> {
  const kit = page.locator('details').filter({ hasText: 'Manage this league' })
  if ((await kit.getAttribute('open')) === null) await kit.getByText('Manage this league').click()
  await kit.getByRole('link', { name: link, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expectPage(dialog).toBeVisible()
  return dialog
}

async function createLeague(page: Page, { isScripted }: Mode) {
  const opener = page.getByRole('link', { name: 'Create League' })
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  const name = dialog.getByLabel('League Name')
  if (isScripted) await waitForHydration(page)
  await opener.click()
  await expectPage(name).toBeFocused()
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expectPage(dialog).toHaveCount(0)
  await expectPage(opener).toBeFocused()

  await opener.press('Enter')
  await name.fill('  ')
  await name.press('Enter')
  await expectPage(page.getByRole('alert').filter({ hasText: 'Missing league name' })).toBeVisible()
  await expectPage(name).toHaveAccessibleDescription(/Please enter a name for your league\./)
  await name.fill('The balcony')
  await name.press('Enter')
  await expectPage(page.getByRole('dialog', { name: 'Share invite' })).toBeVisible()
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toHaveCount(1)
  await closeDialog(page)
  await expectPage(league(page, 'The balcony')).toContainText('1 member')
  await expectPage(page.getByRole('combobox', { name: 'League' }).locator('option:checked')).toHaveText(
    'The balcony',
  )
}

/** The invite link in the dialog, with its QR code. */
async function readInvite(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Share invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share invite' })
  await expectPage(dialog.getByRole('img', { name: 'QR code to scan' })).toBeVisible()
  const link = await readInviteLink(page)
  expectPage(link).toMatch(/\/join\/\d+-[\w-]{22}$/)
  await closeDialog(page)
  return link
}

async function closeDialog(page: Page) {
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).last().click()
  await expectPage(page.getByRole('dialog')).toHaveCount(0)
}

/** From the invite to the league's table: sign in, build a team, join. */
async function joinAsNewcomer(page: Page, link: string) {
  await page.goto(link)
  const card = page.getByRole('region', { name: 'You are invited to The balcony' })
  await expectPage(card).toContainText('Join The balcony: 1 team so far.')
  await expectPage(page.getByText('Robin')).toHaveCount(0)
  await button(card, 'Sign in / Create account').click()
  await submitLogin(page, 'player3')
  await expectPage(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    'Team required to join league',
  )
  await button(page, 'Accept and create team').click()
  await expectPage(countryCards(page)).toContainText('0 / 6')
  for (const [index, country] of teamCountries.entries()) {
    await button(countryList(page), `Add ${country}`).click()
    await expectPage(countryCards(page)).toContainText(`${index + 1} / 6`)
  }
  await expectPage(countryNames(countryCards(page))).toHaveText(teamCountries)
  await expectPage(page.getByText('€1M left', { exact: true })).toBeVisible()
  await page.getByLabel('Team name').fill('Douze Points Club')
  await page.getByLabel('Manager name').fill('Dora')
  await button(page, 'Save Team').click()
  await seeToast(page, 'Team saved successfully')
  await seeToast(page, 'League joined!')
  await expectPage(page).toHaveURL('/game/leagues')
  await expectPage(league(page, 'The balcony')).toContainText('2 members')
  await expectPage(page.getByRole('row', { name: /Lights of Basel/ })).toContainText('Robin')
  await expectPage(page.getByRole('row', { name: /Douze Points Club/ })).toContainText('You')
}

async function pressJoin(page: Page, name: string) {
  await expectPage(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(`Join ${name}: `)
  await expectPage(page.getByRole('table')).toHaveCount(0)
  await button(page, 'Join league').click()
  await seeToast(page, 'League joined!')
  await expectPage(page).toHaveURL('/game/leagues')
}

async function rename(page: Page) {
  const dialog = await openLeagueDialog(page, 'Rename', 'Rename league')
  const name = dialog.getByLabel('League Name')
  await expectPage(name).toHaveValue('The balcony')
  await expectPage(name).toBeFocused()
  await name.fill('The long sofa')
  await button(dialog, 'Rename').click()
  await seeToast(page, 'League renamed')
  await expectPage(league(page, 'The long sofa')).toContainText('2 members')
}

async function renewInvite(page: Page) {
  const question = await openLeagueDialog(page, 'New invite link', 'New invite link?')
  await button(question, 'Make a new link').click()
  await seeToast(page, 'New invite link made')
}

/** An old link reveals nothing about its league, to strangers or to players. */
async function openDeadInvite(page: Page, oldLink: string) {
  await page.goto(oldLink)
  await expectPage(page.getByRole('region', { name: 'Error joining league' })).toContainText(
    'This invite link does not work.',
  )
  await page.goto('/game')
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, 'player2')
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await page.goto(oldLink)
  await expectPage(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    'Error joining league',
  )
  await expectPage(page.getByRole('main')).toContainText('This invite link does not work.')
  await expectPage(page.locator('body')).not.toContainText('The long sofa')
  await expectPage(button(page, 'Join league')).toHaveCount(0)
}

async function join(page: Page, link: string, members: string) {
  await page.goto(link)
  await pressJoin(page, 'The long sofa')
  await expectPage(league(page, 'The long sofa')).toContainText(members)
}

/** A removed member no longer sees the league, and cannot rejoin with the current link. */
async function remove(keeper: Page, removed: Page, link: string) {
  await keeper.reload()
  const question = await openLeagueDialog(keeper, 'Remove Dora', 'Remove this member?')
  await expectPage(question).toContainText('Dora (Douze Points Club)')
  await button(question, 'Remove Dora').click()
  await seeToast(keeper, 'Member removed')
  await expectPage(keeper.getByRole('row', { name: /Douze Points Club/ })).toHaveCount(0)
  await removed.goto('/game/leagues')
  await expectPage(removed.getByRole('heading', { name: 'No Leagues Yet' })).toBeVisible()
  await removed.goto(link)
  await expectPage(removed.locator('main').getByRole('heading', { level: 2 })).toHaveText(
    'Error joining league',
  )
  await expectPage(removed.locator('main')).toContainText('You were removed from “The long sofa”.')
}

async function handOver(page: Page) {
  const question = await openLeagueDialog(page, 'Hand over to Sascha', 'Hand over the league?')
  await button(question, 'Hand over to Sascha').click()
  await seeToast(page, 'League handed over')
  await expectPage(page.getByRole('link', { name: 'Rename' })).toHaveCount(0)
  await expectPage(page.getByRole('link', { name: /^(Remove|Hand over)/ })).toHaveCount(0)
}

async function leave(page: Page) {
  const question = await openLeagueDialog(page, 'Leave', 'Leave the league?')
  await button(question, 'Leave league').click()
  await seeToast(page, 'You left the league')
  await expectPage(league(page, 'Sofa Jury')).toBeVisible()
  await expectPage(page.getByRole('option', { name: 'The long sofa' })).toHaveCount(0)
}

/** The new owner sees the league's whole history, newest first. */
async function readLog(page: Page) {
  await page.reload()
  const log = await openLeagueDialog(page, 'League log', 'League log')
  await expectPage(log.getByRole('listitem')).toContainText([
    /Robin left/,
    /Robin handed the league over to Sascha/,
    /Robin removed Dora/,
    /Sascha joined/,
    /Robin made a new invite link/,
    /Robin named the league “The long sofa”/,
    /Dora joined/,
    /Robin/,
  ])
}
