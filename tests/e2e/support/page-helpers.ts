import { type Locator, type Page, expect as playwrightExpect, type Request } from 'playwright/test'
import type { Mode } from './modes.ts'

/** Playwright's assertions, which retry until they hold, with a timeout for slow machines. */
export const expectPage = playwrightExpect.configure({ timeout: 30_000 })

/**
 * Lets time pass on a page whose clock is stopped, second by second, until it asks for a URL: what is due at a time may be
 * scheduled only once the page has read an answer. The request's own time limit is the page's, so time stands still meanwhile.
 */
export async function advanceUntilAsked(page: Page, url: string): Promise<Request> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  const asked = page.waitForRequest(url)
  asked.then(end, end)
  while (!isOver) await page.clock.fastForward(1000)
  return asked
}

/** The same until there is an answer. */
export async function advanceUntilAnswered(page: Page, url: string): Promise<void> {
  const request = await advanceUntilAsked(page, url)
  await request.response()
}

/** The button with exactly this accessible name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** The button that opens a country's details; its name goes on with what the row says of the country. */
export function detailsButton(within: Page | Locator, country: string): Locator {
  return within.getByRole('button', { name: `Details of ${country}` })
}

/** The scrolling list of all countries on the team page, with 'Details of' and 'Add' or 'Remove' buttons. */
export function countryList(page: Page): Locator {
  return page.getByRole('region', { name: 'Available countries list' })
}

/** The cards of the selected countries, with the same buttons. */
export function countryCards(page: Page): Locator {
  return page.getByRole('region', { name: 'Your six' })
}

/** The countries of a list of rows, in order. */
export function countryNames(rows: Locator): Locator {
  return rows.locator('li strong')
}

/** Opens a page signed out, signs in from its card, and returns to it. */
export async function signIn(page: Page, account: string, path = '/game'): Promise<void> {
  await page.goto(path)
  await expectPage(page.getByRole('heading', { level: 1, name: 'Authentication required' })).toBeVisible()
  await button(page, 'Sign in / Create account').click()
  await submitLogin(page, account)
  await expectPage(page).toHaveURL(path)
}

/** The invite link in the open share dialog. */
export async function readInvite(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share invite' })
  const text = await dialog.getByText(/^Join “/).innerText()
  return text.slice(text.lastIndexOf(' ') + 1)
}

/** Fills in the provider's login form. */
export async function submitLogin(page: Page, account: string): Promise<void> {
  await page.getByLabel('Username').fill(account)
  await page.getByLabel('Password').fill('demo')
  await button(page, 'Sign in').click()
}

/** Moves the demo clock with the bar on the page. */
export async function jumpToPhase(page: Page, phase: string): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Demo clock' })
  await button(bar, phase).click()
  await expectPage(button(bar, phase)).toHaveAttribute('aria-current', 'step')
}

/** Chooses an option; without script its 'Show' button submits it. */
export async function chooseOption(page: Page, label: string, option: string, { isScripted }: Mode) {
  if (isScripted) await waitForHydration(page)
  await page.getByRole('combobox', { name: label }).selectOption({ label: option })
  if (!isScripted) await button(page, 'Show').click()
}

/** Waits until React has hydrated the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps'))
  })
}
