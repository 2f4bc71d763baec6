import type { Page } from 'playwright/test'
import { test } from 'vitest'
import { browser, setUpGame } from './support/game.ts'
import { tabTo, tabToAndPress } from './support/keyboard.ts'
import {
  button,
  countryCards,
  countryList,
  countryNames,
  expectPage,
  waitForHydration,
} from './support/page-helpers.ts'

/** The game with the keyboard alone, while the cookie bar stays open. */
setUpGame({ withProvider: true })

/** 99 of 100 million. */
const six = ['Austria', 'Estonia', 'Italy', 'Ukraine', 'Greece', 'Latvia']

function link(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('link', { name }).first()
}

test('the season is played with the keyboard alone', { timeout: 240_000 }, async () => {
  const page = await browser.newPage({ height: 720 })
  await skipToContent(page)
  await signInByKeys(page)
  await createTeam(page)
  await orderLineup(page)
  await createLeague(page)
  await lookAtResults(page)
  await tabToAndPress(page, button(page, 'Necessary Only'))
  await expectPage(page.getByText('A word about cookies')).toHaveCount(0)
})

async function skipToContent(page: Page) {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(page, skip)
  await expectPage(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectPage(link(page, 'Play Now')).toBeFocused()
  await page.keyboard.press('Enter')
}

async function signInByKeys(page: Page) {
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Authentication required')
  await tabToAndPress(page, button(page, 'Sign in / Create account'))
  const username = page.getByLabel('Username')
  await expectPage(username).toBeVisible()
  // The provider's page is not ours: only that it can be reached.
  while (!(await username.evaluate((field) => field === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.type('player3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
}

async function createTeam(page: Page) {
  await waitForHydration(page)
  await tabToAndPress(page, link(page, /Create Your Team/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Team Selection')
  const search = page.getByRole('searchbox')
  await tabTo(page, search)
  for (const country of six) {
    await page.keyboard.press('Control+A')
    await page.keyboard.type(country)
    await expectPage(countryNames(countryList(page))).toHaveText([country])
    await tabToAndPress(page, button(countryList(page), `Add ${country}`), { key: 'Space' })
    await expectPage(button(countryList(page), `Remove ${country}`)).toBeFocused()
    await tabTo(page, search, 'Shift+Tab')
  }
  await expectPage(countryNames(countryCards(page))).toHaveText(six)
  await tabTo(page, page.getByLabel('Team name'))
  await page.keyboard.type('Douze Points Club')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dora')
  await tabToAndPress(page, button(page, 'Save Team'))
  await expectPage(page.getByRole('status').filter({ hasText: 'Team saved successfully' })).toBeVisible()
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

async function orderLineup(page: Page) {
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /^Manage Lineup/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Line-up Management')
  const order = page.getByRole('region', { name: 'Your order' })
  await tabToAndPress(page, button(order, 'Move Austria up'))
  await expectPage(countryNames(order)).toHaveText([
    'Estonia',
    'Austria',
    'Ukraine',
    'Italy',
    'Greece',
    'Latvia',
  ])
  await page.keyboard.press('Space')
  await expectPage(countryNames(order)).toHaveText([
    'Austria',
    'Estonia',
    'Ukraine',
    'Italy',
    'Greece',
    'Latvia',
  ])
  await expectPage(button(order, 'Move Austria down')).toBeFocused()
  await chooseAnotherRound(page)
  await tabToAndPress(page, button(page, 'Save Lineup'))
  await expectPage(page.getByRole('status').filter({ hasText: 'Lineup saved successfully' })).toBeVisible()
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

/** An arrow key in the select asks about unsaved changes; the focus moves to the dialog and back. */
async function chooseAnotherRound(page: Page) {
  const round = page.getByRole('combobox', { name: 'Round' })
  await tabTo(page, round, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expectPage(question).toBeVisible()
  await expectPage(question.locator(':focus')).toHaveCount(1)
  await tabToAndPress(page, button(question, 'Keep editing'))
  await expectPage(question).toHaveCount(0)
  await expectPage(round).toBeFocused()
}

async function createLeague(page: Page) {
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /Leagues/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('My Leagues')
  const opener = link(page, 'Create League')
  await tabToAndPress(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Create League' })
  await expectPage(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectPage(dialog).toHaveCount(0)
  await expectPage(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(dialog.getByLabel('League Name')).toBeFocused()
  await page.keyboard.type('The balcony')
  await tabToAndPress(page, button(dialog, 'Create League'))
  await expectPage(page.getByRole('status').filter({ hasText: 'League created' })).toBeVisible()
  await closeShareDialog(page)
}

/** It opens by itself after a league is made. */
async function closeShareDialog(page: Page) {
  const share = page.getByRole('dialog')
  await expectPage(share.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectPage(share).toHaveCount(0)
  await expectPage(page.locator(':focus')).toHaveCount(1)
}

/** Moves the demo clock, and opens the table of results. */
async function lookAtResults(page: Page) {
  await tabToAndPress(page, button(page, 'Between the semi-finals'), { walk: 'Shift+Tab' })
  await expectPage(button(page, 'Between the semi-finals')).toHaveAttribute('aria-current', 'step')
  await tabToAndPress(page, link(page, 'Back to Dashboard'), { walk: 'Shift+Tab' })
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Game Dashboard')
  await tabToAndPress(page, link(page, /Results/))
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Team Results')
  await expectPage(
    countryNames(page.getByRole('region', { name: 'First semi-final', exact: true })),
  ).toHaveText(['Austria', 'Estonia', 'Ukraine', 'Italy', 'Greece', 'Latvia'])
}
