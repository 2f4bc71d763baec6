import { type Locator, type Page, expect as playwrightExpect } from 'playwright/test'
import type { Mode } from './modes.ts'

/** Playwright's assertions: they wait until what they claim is seen, for as long as a slow machine needs. */
export const expectPage = playwrightExpect.configure({ timeout: 30_000 })

/** The button with exactly this accessible name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** The scrolling list of all countries on the team page: each has its 'Details of' and its 'Add' or 'Remove'. */
export function countryList(page: Page): Locator {
  return page.getByRole('region', { name: 'Available countries list' })
}

/** The cards of the selected countries: the same buttons once more. */
export function countryCards(page: Page): Locator {
  return page.getByRole('region', { name: 'Your countries' })
}

/** The countries of a list of rows, in order. */
export function countryNames(rows: Locator): Locator {
  return rows.locator('.crow .name')
}

/** Opens a page as a stranger, signs in by its card, and is back on it. */
export async function signIn(page: Page, account: string, path = '/game'): Promise<void> {
  await page.goto(path)
  await expectPage(page.getByRole('heading', { level: 1, name: 'Authentication required' })).toBeVisible()
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, account)
  await expectPage(page).toHaveURL(path)
}

/** Fills in the provider's login form. */
export async function submitLogin(page: Page, account: string): Promise<void> {
  await page.getByLabel('Username').fill(account)
  await page.getByLabel('Password').fill('demo')
  await button(page, 'Sign in').click()
}

/** Moves the demo's clock by the bar on the page, as a visitor does. */
export async function jumpToPhase(page: Page, phase: string): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Demo clock' })
  await button(bar, phase).click()
  await expectPage(button(bar, phase)).toHaveAttribute('aria-current', 'step')
}

/** Chooses in a select; where no script runs its button 'Show' has to follow. */
export async function chooseOption(page: Page, label: string, option: string, { isScripted }: Mode) {
  if (isScripted) await waitForHydration(page)
  await page.getByRole('combobox', { name: label }).selectOption({ label: option })
  if (!isScripted) await button(page, 'Show').click()
}

/** Waits until React has taken the page over: from then on presses need no document. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps'))
  })
}
