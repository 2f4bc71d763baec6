import type { Locator, Page } from 'playwright/test'
import type { Mode } from './modes.ts'
import { button, countryCards, countryList, enter, hydrated, names, see, signIn } from './visitor.ts'

/** My Leagues from the first league to the last good-bye. Robin keeps it, Dora is new to the game, Sascha comes late. */
/** 99 of 100 million. */
const six = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

/** Ends with Dora outside the league, with her team. */
export async function keepLeague(
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
  await meetDeadEnd(sascha, link)
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
  await see(page.getByRole('status').filter({ hasText: words })).toBeVisible()
}

/** Follows a link of the league keeper's kit, which waits behind a word, to the dialog it opens. */
async function ask(page: Page, link: string, title: string): Promise<Locator> {
  const kit = page.locator('details').filter({ hasText: 'Manage this league' })
  if ((await kit.getAttribute('open')) === null) await kit.getByText('Manage this league').click()
  await kit.getByRole('link', { name: link, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await see(dialog).toBeVisible()
  return dialog
}

async function createLeague(page: Page, { isScripted }: Mode) {
  const opener = page.getByRole('link', { name: 'Create League' })
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  const name = dialog.getByLabel('League Name')
  if (isScripted) await hydrated(page)
  await opener.click()
  await see(name).toBeFocused()
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await see(dialog).toHaveCount(0)
  await see(opener).toBeFocused()

  await opener.press('Enter')
  await name.fill('  ')
  await name.press('Enter')
  await see(page.getByRole('alert').filter({ hasText: 'Missing league name' })).toBeVisible()
  await see(name).toHaveAccessibleDescription(/Please enter a name for your league\./)
  await name.fill('The balcony')
  await name.press('Enter')
  await seeToast(page, 'League created')
  await see(league(page, 'The balcony')).toContainText('1 member')
  await see(page.getByRole('combobox', { name: 'League' }).locator('option:checked')).toHaveText(
    'The balcony',
  )
}

/** The invite link as the dialog shows it, with its code for the sofa. */
async function readInvite(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Share invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share invite' })
  const field = dialog.getByLabel('Invite link')
  await see(field).toHaveValue(/\/game\/leagues\?leagueId=\d+&invite=[\w-]{22}$/)
  await see(field).not.toBeEditable()
  await see(dialog.getByRole('img', { name: 'QR code to scan' })).toBeVisible()
  const link = await field.inputValue()
  await dialog.getByRole('link', { name: 'Close' }).last().click()
  await see(dialog).toHaveCount(0)
  return link
}

/** From a stranger's first look to the table: sign in, build a team, and one press. */
async function joinAsNewcomer(page: Page, link: string) {
  await page.goto(link)
  const card = page.getByRole('region', { name: 'Authentication required' })
  await see(card).toContainText(
    'You are invited to The balcony: one team plays in it until the Grand final, May 17',
  )
  await see(page.getByText('Robin')).toHaveCount(0)
  await button(card, 'Sign in / Create account').click()
  await enter(page, 'player3')
  await see(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    'Team required to join league',
  )
  await see(page.getByRole('main')).toContainText('“The balcony” is waiting')
  await page.getByRole('link', { name: 'Create Team' }).click()
  await see(countryCards(page)).toContainText('0 / 6')
  for (const [index, country] of six.entries()) {
    await button(countryList(page), `Add ${country}`).click()
    await see(countryCards(page)).toContainText(`${index + 1} / 6`)
  }
  await see(names(countryCards(page))).toHaveText(six)
  await see(page.getByText('Budget €1M', { exact: true })).toBeVisible()
  await page.getByLabel('Team name').fill('Douze Points Club')
  await page.getByLabel('Manager name').fill('Dora')
  await button(page, 'Save Team').click()
  await seeToast(page, 'Team saved successfully')
  await pressJoin(page, 'The balcony')
  await see(league(page, 'The balcony')).toContainText('2 members')
  await see(page.getByRole('row', { name: /Lights of Basel/ })).toContainText('Robin')
  await see(page.getByRole('row', { name: /Douze Points Club/ })).toContainText('You')
}

async function pressJoin(page: Page, name: string) {
  await see(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(`Join “${name}”?`)
  await see(page.getByRole('table')).toHaveCount(0)
  await button(page, 'Join league').click()
  await seeToast(page, 'League joined!')
  await see(page).toHaveURL('/game/leagues')
}

async function rename(page: Page) {
  const dialog = await ask(page, 'Rename', 'Rename league')
  const name = dialog.getByLabel('League Name')
  await see(name).toHaveValue('The balcony')
  await see(name).toBeFocused()
  await name.fill('The long sofa')
  await button(dialog, 'Rename').click()
  await seeToast(page, 'League renamed')
  await see(league(page, 'The long sofa')).toContainText('2 members')
}

async function renewInvite(page: Page) {
  const question = await ask(page, 'New invite link', 'New invite link?')
  await button(question, 'Make a new link').click()
  await seeToast(page, 'New invite link made')
}

/** An old link says nothing about its league, to strangers and to players alike. */
async function meetDeadEnd(page: Page, oldLink: string) {
  await page.goto(oldLink)
  const card = page.getByRole('region', { name: 'Authentication required' })
  await see(card).not.toContainText('You are invited')
  await button(card, 'Sign in / Create account').click()
  await enter(page, 'player2')
  await see(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('Error joining league')
  await see(page.getByRole('main')).toContainText('This invite link does not work.')
  await see(page.locator('body')).not.toContainText('The long sofa')
  await see(button(page, 'Join league')).toHaveCount(0)
}

async function join(page: Page, link: string, members: string) {
  await page.goto(link)
  await pressJoin(page, 'The long sofa')
  await see(league(page, 'The long sofa')).toContainText(members)
}

/** Who was removed no longer sees the league, and the link of the day does not let them in. */
async function remove(keeper: Page, removed: Page, link: string) {
  await keeper.reload()
  const question = await ask(keeper, 'Remove Dora', 'Remove this member?')
  await see(question).toContainText('Dora (Douze Points Club)')
  await button(question, 'Remove Dora').click()
  await seeToast(keeper, 'Member removed')
  await see(keeper.getByRole('row', { name: /Douze Points Club/ })).toHaveCount(0)
  await removed.goto('/game/leagues')
  await see(removed.getByRole('heading', { name: 'No Leagues Yet' })).toBeVisible()
  await removed.goto(link)
  await see(removed.locator('main').getByRole('heading', { level: 2 })).toHaveText('Error joining league')
  await see(removed.locator('main')).toContainText('You were removed from “The long sofa”.')
}

async function handOver(page: Page) {
  const question = await ask(page, 'Hand over to Sascha', 'Hand over the league?')
  await button(question, 'Hand over to Sascha').click()
  await seeToast(page, 'League handed over')
  await see(page.getByRole('link', { name: 'Rename' })).toHaveCount(0)
  await see(page.getByRole('link', { name: /^(Remove|Hand over)/ })).toHaveCount(0)
}

async function leave(page: Page) {
  const question = await ask(page, 'Leave', 'Leave the league?')
  await button(question, 'Leave league').click()
  await seeToast(page, 'You left the league')
  await see(league(page, 'Sofa Jury')).toBeVisible()
  await see(page.getByRole('option', { name: 'The long sofa' })).toHaveCount(0)
}

/** The one who has it now reads everything that happened, newest first. */
async function readLog(page: Page) {
  await page.reload()
  const log = await ask(page, 'League log', 'League log')
  await see(log.getByRole('listitem')).toContainText([
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
