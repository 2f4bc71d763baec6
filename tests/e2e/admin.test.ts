import type { Page } from 'playwright/test'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage } from './support/page-helpers.ts'

/** The scores page has no script, so JavaScript on and off behave alike; `npm run test:all` tests both. */
const modes = [{ javaScript: false }, { javaScript: true }]

describe.each(process.env.EVERYTHING ? modes : modes.slice(0, 1))('JavaScript: $javaScript', (mode) => {
  setUpGame()

  beforeAll(async () => {
    await game.setClock('2025-05-14T12:00:00Z')
  })

  afterEach(() => browser.closePages())

  async function openDesk(): Promise<Page> {
    const page = await browser.newPage(mode)
    await game.openAs(page, 'admin', '/admin?round=1')
    return page
  }

  function input(page: Page, country: string) {
    return page.getByRole('textbox', { name: country, exact: true })
  }

  test('a visitor who is not an admin reads that access is denied', async () => {
    const page = await browser.newPage(mode)
    await game.openAs(page, 'player', '/admin')
    await expectPage(page.getByRole('heading', { level: 1 })).toContainText('Access')
    await expectPage(page.getByText('Access denied').first()).toBeVisible()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  test('an invalid score is rejected beside its country, and keeps what was typed', async () => {
    const page = await openDesk()
    await input(page, 'Albania').fill('50')
    await input(page, 'Sweden').fill('twelve')
    await button(page, 'Save Player Scores').click()
    await expectPage(page.getByRole('alert')).toContainText('Failed to save scores')
    await expectPage(input(page, 'Sweden')).toHaveAccessibleDescription(
      'Enter a whole number from 0 to 9999.',
    )
    await expectPage(input(page, 'Sweden')).toHaveValue('twelve')
    await expectPage(input(page, 'Albania')).toHaveValue('50')
  })

  test('Enter saves and keeps the place, and a wrong number has the focus', async () => {
    const page = await openDesk()
    await page.setViewportSize({ width: 390, height: 664 })
    await input(page, 'Ukraine').fill('7')
    await input(page, 'Ukraine').press('Enter')
    await expectPage(page).toHaveURL('/admin?round=1&saved=UA')
    await expectPage(input(page, 'Ukraine')).toBeFocused()
    await expectPage(input(page, 'Ukraine')).toBeInViewport({ ratio: 1 })
    await input(page, 'Ukraine').fill('4x')
    await input(page, 'Ukraine').press('Enter')
    await expectPage(page.getByRole('alert')).toContainText(
      'Ukraine: "4x" is not a number. Nothing was saved.',
    )
    await expectPage(input(page, 'Ukraine')).toBeFocused()
    await page.goto('/admin?round=1')
    await expectPage(input(page, 'Ukraine')).toHaveValue('7')
  })

  test('scores are not computed before they are saved, nor before the show', async () => {
    const page = await openDesk()
    await input(page, 'Albania').fill('50')
    await button(page, 'Compute Team Scores').click()
    await expectPage(page.getByRole('alert')).toContainText('Failed to compute team scores')
    await expectPage(input(page, 'Albania')).toHaveValue('50')
    await page.goto('/admin?round=3')
    await button(page, 'Fill with real results').click()
    await button(page, 'Save Player Scores').click()
    await button(page, 'Compute Team Scores').click()
    await expectPage(page.getByRole('alert')).toContainText('The round has not started yet.')
  })

  test('an empty input is stored as 0, and saved scores that are computed are in the ranking at once', async () => {
    const page = await openDesk()
    await input(page, 'Albania').fill('50')
    await input(page, 'Sweden').fill('')
    await button(page, 'Save Player Scores').click()
    await expectPage(page.getByRole('status').filter({ hasText: 'Scores saved' })).toBeVisible()
    await expectPage(input(page, 'Sweden')).toHaveValue('0')
    await button(page, 'Compute Team Scores').click()
    await expectPage(page.getByRole('alert')).toContainText('Press Compute Team Scores again')
    await expectPage(page.getByRole('alert')).toBeFocused()
    await button(page, 'Compute Team Scores').click()
    await expectPage(page.getByRole('status')).toContainText('Team scores computation triggered')
    await expectPage(page.locator('#result')).toBeFocused()
    await expectPage(page.getByRole('heading', { level: 2, name: 'First semi-final' })).toBeVisible()
    await expectPage(page.locator('script')).toHaveCount(0)
    const player = await browser.newPage(mode)
    await game.openAs(player, 'player', '/game')
    const ranking = player.getByRole('region', { name: 'Global Top 100' })
    await expectPage(ranking).toContainText('You are #')
    await expectPage(ranking).not.toContainText('No ranking available yet')
  })

  test('two admins cannot overwrite each other unknowingly', async () => {
    const one = await openDesk()
    const other = await openDesk()
    await input(one, 'Estonia').fill('11')
    await button(one, 'Save Player Scores').click()
    await expectPage(one.getByRole('status').filter({ hasText: 'Scores saved' })).toBeVisible()
    await input(other, 'Estonia').fill('22')
    await button(other, 'Save Player Scores').click()
    await expectPage(other.getByRole('alert')).toContainText('Failed to save scores')
    await expectPage(input(other, 'Estonia')).toHaveValue('22')
    await expectPage(input(other, 'Estonia')).toHaveAccessibleDescription('Stored now: 11')
    await button(other, 'Save Player Scores').click()
    await expectPage(other.getByRole('status').filter({ hasText: 'Scores saved' })).toBeVisible()
    await one.goto('/admin?round=1')
    await expectPage(input(one, 'Estonia')).toHaveValue('22')
  })
})
