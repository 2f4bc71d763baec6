import type { Page } from 'playwright/test'
import { expect } from 'vitest'
import { type Mode, withoutScript } from '../support/modes.ts'
import {
  button,
  chooseOption,
  countryNames,
  expectPage,
  jumpToPhase,
  signIn,
} from '../support/page-helpers.ts'

/** 99 of 100 million. */
const teamCountries = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']
/** The automatic line-ups of the semi-finals: countries that do not take part are last. */
const automaticLineups = {
  first: ['Estonia', 'Ukraine', 'Austria', 'Italy', 'Greece', 'Latvia'],
  second: ['Austria', 'Greece', 'Latvia', 'Estonia', 'Italy', 'Ukraine'],
}

/** Calculated by hand from the real results: points × 100, 85, 85, 70, 70 and 70 percent. */
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

/** Dora plays her team to the end of the season; the admin signs in and scores each round. */
export async function playSeason(player: Page, admin: Page, mode: Mode) {
  await orderFirstRound(player, mode)
  await orderSecondRound(player, mode)
  await expectPage(player.getByRole('complementary', { name: 'Season status' })).toHaveCount(0)

  await signIn(admin, 'admin', '/admin')
  await jumpToPhase(player, 'Between the semi-finals')
  await checkUnscored(player)
  await score(admin, first)
  await checkResults(player, first)
  await checkTeamIsLocked(player)

  await jumpToPhase(player, 'Before the final')
  await orderFinal(player)
  await score(admin, second)
  await checkResults(player, second)

  await jumpToPhase(player, 'After the final')
  await score(admin, final)
  await checkResults(player, final)
  for (const round of rounds) await checkRound(player, round, mode)
  await endGame(player)
}

/** Moves countries up step by step until they are in this order. */
async function setOrder(page: Page, targetOrder: readonly string[]) {
  const list = page.getByRole('region', { name: 'Your order' })
  let order = await countryNames(list).allInnerTexts()
  expect(order).toHaveLength(6)
  for (const [target, country] of targetOrder.entries()) {
    for (let at = order.indexOf(country); at > target; at -= 1) {
      await button(list, `Move ${country} up`).click()
      order = order.with(at, order[at - 1] ?? '').with(at - 1, country)
      await expectPage(countryNames(list)).toHaveText(order)
    }
  }
}

async function saveOrder(page: Page, round: PlayedRound) {
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await button(page, 'Save Lineup').click()
  const news = page.getByRole('status')
  await expectPage(news).toContainText('Lineup saved successfully')
  await expectPage(news).toContainText(round.title)
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  await expectPage(countryNames(page.getByRole('region', { name: 'Your order' }))).toHaveText([
    ...round.order,
  ])
}

async function orderFirstRound(page: Page, mode: Mode) {
  await page.goto('/game')
  await page
    .getByRole('link', { name: /^Manage Lineup/ })
    .first()
    .click()
  await expectPage(page).toHaveURL(/\/game\/lineup/)
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('1')
  await expectPage(countryNames(page.getByRole('region', { name: 'Your order' }))).toHaveText(
    automaticLineups.first,
  )
  await setOrder(page, first.order)
  await askBeforeSwitching(page, mode)
  await saveOrder(page, first)
}

/** Choosing another round with unsaved changes asks first; Keep editing keeps the changes without saving them. */
async function askBeforeSwitching(page: Page, mode: Mode) {
  await chooseOption(page, 'Round', second.title, mode)
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expectPage(question).toContainText('You have unsaved changes. Do you want to discard them?')
  await button(question, 'Keep editing').click()
  await expectPage(question).toHaveCount(0)
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('1')
  await expectPage(countryNames(page.getByRole('region', { name: 'Your order' }))).toHaveText([
    ...first.order,
  ])
}

/** Discards a wrong order, and opens the round chosen in Upcoming Rounds. */
async function orderSecondRound(page: Page, mode: Mode) {
  await chooseOption(page, 'Round', second.title, mode)
  await expectPage(page).toHaveURL(/round=2/)
  await button(page, 'Move Latvia up').click()
  await button(page.getByRole('region', { name: 'Upcoming Rounds' }), final.title).click()
  await button(page.getByRole('dialog', { name: 'Unsaved Changes' }), 'Discard').click()
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('3')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toHaveCount(0)
  await button(page.getByRole('region', { name: 'Upcoming Rounds' }), second.title).click()
  await expectPage(countryNames(page.getByRole('region', { name: 'Your order' }))).toHaveText(
    automaticLineups.second,
  )
  await setOrder(page, second.order)
  await saveOrder(page, second)
}

async function orderFinal(page: Page) {
  await page.goto('/game/lineup')
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue('3')
  await expectPage(page.getByRole('option', { name: first.title })).toBeDisabled()
  await expectPage(countryNames(page.getByRole('region', { name: 'Your order' }))).toHaveText(teamCountries)
  await setOrder(page, final.order)
  await saveOrder(page, final)
}

/** After the show and before its scores: the line-up is shown, without any score. */
async function checkUnscored(page: Page) {
  await page.goto('/game')
  await page.getByRole('link', { name: 'Douze Points Club' }).click()
  await expectPage(page.getByText('Scores not available yet')).toBeVisible()
  const lines = page.getByRole('region', { name: first.title, exact: true })
  await expectPage(countryNames(lines)).toHaveText([...first.order])
  await expectPage(lines.locator('[data-score]')).toHaveText(['-', '-', '-', '-', '-', '-'])
  await expectPage(page.getByRole('region', { name: 'Points per country' })).toHaveCount(0)
}

async function checkTeamIsLocked(page: Page) {
  await page.goto('/game')
  await expectPage(page.getByRole('link', { name: /^Manage Team/ })).toHaveCount(0)
  await page.goto('/game/team')
  await expectPage(page.getByRole('heading', { name: 'Team change no longer allowed' })).toBeVisible()
}

/** The admin saves and computes the scores of a round. */
async function score(admin: Page, round: PlayedRound) {
  await admin.goto('/admin')
  await chooseOption(admin, 'Round', round.title, withoutScript)
  await expectPage(admin.getByRole('heading', { level: 2, name: round.title })).toBeVisible()
  await button(admin, 'Fill with real results').click()
  await expectPage(admin.getByText('Unsaved Changes', { exact: true })).toBeVisible()
  await button(admin, 'Save Player Scores').click()
  await expectPage(admin.getByRole('status').filter({ hasText: 'Scores saved' })).toBeVisible()
  await button(admin, 'Compute Team Scores').click()
  const status = admin.getByRole('status').filter({ hasText: 'Team scores computation triggered' })
  await expectPage(status).toContainText(`The results of ${round.title} are in force`)
}

/** The latest results, with the same total and rank as the dashboard. */
async function checkResults(page: Page, round: PlayedRound) {
  await page.goto('/game/results')
  await expectPage(page.getByRole('combobox', { name: 'Round' })).toHaveValue(
    String(rounds.indexOf(round) + 1),
  )
  await checkLines(page, round)
  const overall = page.getByRole('region', { name: 'Overall Result' })
  await expectPage(overall.locator('dd').first()).toHaveText(round.total)
  const rank = await overall.getByText(/^#\d+$/).innerText()
  await page.goto('/game')
  const figures = page.locator('main dl').first()
  await expectPage(figures).toContainText(round.total)
  await expectPage(figures).toContainText(rank)
  await expectPage(page.getByRole('region', { name: 'Global Top 100' })).toContainText(`You are ${rank}`)
}

async function checkRound(page: Page, round: PlayedRound, mode: Mode) {
  await page.goto('/game/results')
  await chooseOption(page, 'Round', round.title, mode)
  await checkLines(page, round)
}

async function checkLines(page: Page, round: PlayedRound) {
  const lines = page.getByRole('region', { name: round.title, exact: true })
  await expectPage(countryNames(lines)).toHaveText([...round.order])
  await expectPage(lines.locator('[data-score]')).toHaveText([...round.scores])
  await expectPage(lines).toContainText(`Round total${round.points}`)
  await expectPage(lines.getByText('Scored')).toBeVisible()
}

/** After the season the banner thanks the player; signed out, it links to signing up. */
async function endGame(page: Page) {
  await jumpToPhase(page, 'After the end')
  const banner = page.getByRole('complementary', { name: 'Season status' })
  await expectPage(banner).toContainText('The 2025 game has concluded. Thank you for playing!')
  await expectPage(banner).toContainText('You will be notified when the next game begins.')
  await button(page, 'Sign Out').first().click()
  await expectPage(page).toHaveURL('/')
  await expectPage(button(banner, 'Sign up')).toBeVisible()
  await expectPage(button(page, 'Sign In').first()).toBeVisible()
}
