import type { Page } from 'playwright/test'
import { expect } from 'vitest'
import { type Mode, plain } from './modes.ts'
import { button, choose, jump, names, see, signIn } from './visitor.ts'

/** 99 of 100 million. */
const six = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']
/** The same as automatic line-ups of the semi-finals: who does not sing in one stands last. */
const automatic = {
  first: ['Estonia', 'Ukraine', 'Austria', 'Italy', 'Greece', 'Latvia'],
  second: ['Austria', 'Greece', 'Latvia', 'Estonia', 'Italy', 'Ukraine'],
}

/** Counted by hand from the real results: points × 100, 85, 85, 70, 70 and 70 percent. */
const rounds = [
  {
    title: 'First semi-final',
    order: ['Ukraine', 'Estonia', 'Austria', 'Italy', 'Greece', 'Latvia'],
    scores: ['50', '42.5', '0', '0', '0', '0'],
    points: '92.5',
    total: '92.5',
  },
  {
    title: 'Second semi-final',
    order: ['Austria', 'Greece', 'Estonia', 'Italy', 'Ukraine', 'Latvia'],
    scores: ['50', '42.5', '0', '0', '0', '35'],
    points: '127.5',
    total: '220',
  },
  {
    title: 'Grand final',
    order: ['Austria', 'Estonia', 'Italy', 'Greece', 'Ukraine', 'Latvia'],
    scores: ['436', '302.6', '217.6', '161.7', '152.6', '110.6'],
    points: '1,381.1',
    total: '1,601.1',
  },
] as const
const [first, second, final] = rounds
type PlayedRound = (typeof rounds)[number]

/** Dora, who has a team of these six, plays to the end; the admin signs in and scores each round. */
export async function playSeason(player: Page, admin: Page, mode: Mode) {
  await orderFirstRound(player, mode)
  await orderSecondRound(player, mode)
  await see(player.getByRole('complementary', { name: 'Season status' })).toHaveCount(0)

  await signIn(admin, 'admin', '/admin')
  await jump(player, 'Between the semi-finals')
  await checkUnscored(player)
  await score(admin, first)
  await checkResults(player, first)
  await checkTeamIsLocked(player)

  await jump(player, 'Before the final')
  await orderFinal(player)
  await score(admin, second)
  await checkResults(player, second)

  await jump(player, 'After the final')
  await score(admin, final)
  await checkResults(player, final)
  for (const round of rounds) await checkRound(player, round, mode)
  await endGame(player)
}

/** Moves countries one step up each time until the order is as wanted. */
async function bringInOrder(page: Page, wanted: readonly string[]) {
  const list = page.getByRole('region', { name: 'Your order' })
  let order = await names(list).allInnerTexts()
  expect(order).toHaveLength(6)
  for (const [target, country] of wanted.entries()) {
    for (let at = order.indexOf(country); at > target; at -= 1) {
      await button(list, `Move ${country} up`).click()
      order = order.with(at, order[at - 1] ?? '').with(at - 1, country)
      await see(names(list)).toHaveText(order)
    }
  }
}

async function saveOrder(page: Page, round: PlayedRound) {
  await see(page.getByText('Unsaved Changes')).toBeVisible()
  await button(page, 'Save Lineup').click()
  const news = page.getByRole('status')
  await see(news).toContainText('Lineup saved successfully')
  await see(news).toContainText(round.title)
  await see(page.getByText('Unsaved Changes')).toHaveCount(0)
  await see(names(page.getByRole('region', { name: 'Your order' }))).toHaveText([...round.order])
}

async function orderFirstRound(page: Page, mode: Mode) {
  await page.goto('/game')
  await page
    .getByRole('link', { name: /^Manage Lineup/ })
    .first()
    .click()
  await see(page).toHaveURL(/\/game\/lineup/)
  await see(page.getByRole('combobox', { name: 'Round' })).toHaveValue('1')
  await see(names(page.getByRole('region', { name: 'Your order' }))).toHaveText(automatic.first)
  await bringInOrder(page, first.order)
  await askBeforeSwitching(page, mode)
  await saveOrder(page, first)
}

/** Choosing another round with unsaved changes asks; Keep editing loses nothing, nor does it save. */
async function askBeforeSwitching(page: Page, mode: Mode) {
  await choose(page, 'Round', second.title, mode)
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await see(question).toContainText('You have unsaved changes. Do you want to discard them?')
  await button(question, 'Keep editing').click()
  await see(question).toHaveCount(0)
  await see(page.getByRole('combobox', { name: 'Round' })).toHaveValue('1')
  await see(names(page.getByRole('region', { name: 'Your order' }))).toHaveText([...first.order])
}

/** Discards a wrong order on the way: the Upcoming Rounds lead to the round that was asked for. */
async function orderSecondRound(page: Page, mode: Mode) {
  await choose(page, 'Round', second.title, mode)
  await see(page).toHaveURL(/round=2/)
  await button(page, 'Move Latvia up').click()
  await button(page.getByRole('region', { name: 'Upcoming Rounds' }), final.title).click()
  await button(page.getByRole('dialog', { name: 'Unsaved Changes' }), 'Discard').click()
  await see(page.getByRole('combobox', { name: 'Round' })).toHaveValue('3')
  await see(page.getByText('Unsaved Changes')).toHaveCount(0)
  await button(page.getByRole('region', { name: 'Upcoming Rounds' }), second.title).click()
  await see(names(page.getByRole('region', { name: 'Your order' }))).toHaveText(automatic.second)
  await bringInOrder(page, second.order)
  await saveOrder(page, second)
}

async function orderFinal(page: Page) {
  await page.goto('/game/lineup')
  await see(page.getByRole('combobox', { name: 'Round' })).toHaveValue('3')
  await see(page.getByRole('option', { name: first.title })).toBeDisabled()
  await see(names(page.getByRole('region', { name: 'Your order' }))).toHaveText(six)
  await bringInOrder(page, final.order)
  await saveOrder(page, final)
}

/** After the show and before its scores: the line-up is there, and nowhere a score that nobody has counted. */
async function checkUnscored(page: Page) {
  await page.goto('/game')
  await page.getByRole('link', { name: 'Douze Points Club' }).click()
  await see(page.getByText('Scores not available yet')).toBeVisible()
  const lines = page.getByRole('region', { name: first.title, exact: true })
  await see(names(lines)).toHaveText([...first.order])
  await see(lines.locator('.sc')).toHaveText(['-', '-', '-', '-', '-', '-'])
  await see(page.getByRole('region', { name: 'Points per country' })).toHaveCount(0)
}

async function checkTeamIsLocked(page: Page) {
  await page.goto('/game')
  await see(page.getByRole('link', { name: /^Manage Team/ })).toHaveCount(0)
  await page.goto('/game/team')
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Team change no longer allowed')
}

/** What the admin does after a show. */
async function score(admin: Page, round: PlayedRound) {
  await admin.goto('/admin')
  await choose(admin, 'Round', round.title, plain)
  await see(admin.getByRole('heading', { level: 2, name: round.title })).toBeVisible()
  await button(admin, 'Fill with real results').click()
  await see(admin.getByText('Unsaved Changes')).toBeVisible()
  await button(admin, 'Save Player Scores').click()
  await see(admin.getByRole('status').filter({ hasText: 'Scores saved' })).toBeVisible()
  await button(admin, 'Compute Team Scores').click()
  const told = admin.getByRole('status').filter({ hasText: 'Team scores computation triggered' })
  await see(told).toContainText(`The results of ${round.title} are in force`)
}

/** The latest round's results, and the same total and rank on the dashboard. */
async function checkResults(page: Page, round: PlayedRound) {
  await page.goto('/game/results')
  await see(page.getByRole('combobox', { name: 'Round' })).toHaveValue(String(rounds.indexOf(round) + 1))
  await checkLines(page, round)
  const overall = page.getByRole('region', { name: 'Overall Result' })
  await see(overall.locator('dd').first()).toHaveText(round.total)
  const rank = await overall.getByText(/^#\d+$/).innerText()
  await page.goto('/game')
  const cells = page.locator('.cells')
  await see(cells).toContainText(round.total)
  await see(cells).toContainText(rank)
  await see(page.getByRole('region', { name: 'Global Top 100' })).toContainText(`You are ${rank}`)
}

async function checkRound(page: Page, round: PlayedRound, mode: Mode) {
  await page.goto('/game/results')
  await choose(page, 'Round', round.title, mode)
  await checkLines(page, round)
}

async function checkLines(page: Page, round: PlayedRound) {
  const lines = page.getByRole('region', { name: round.title, exact: true })
  await see(names(lines)).toHaveText([...round.order])
  await see(lines.locator('.sc')).toHaveText([...round.scores])
  await see(lines).toContainText(`Round total${round.points}`)
  await see(lines.getByText('Scored')).toBeVisible()
}

/** After the end the banner thanks the player; signing out ends at home, where it invites. */
async function endGame(page: Page) {
  await jump(page, 'After the end')
  const banner = page.getByRole('complementary', { name: 'Season status' })
  await see(banner).toContainText('The 2025 game has concluded. Thank you for playing!')
  await see(banner).toContainText('You will be notified when the next game begins.')
  await button(page, 'Sign Out').first().click()
  await see(page).toHaveURL('/')
  await see(button(banner, 'Sign up')).toBeVisible()
  await see(button(page, 'Sign In').first()).toBeVisible()
}
