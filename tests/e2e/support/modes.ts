import type { Page } from 'playwright/test'
import type { startBrowser } from './browser.ts'

/** A visitor's connection and browser. `isScripted`: game pages hydrate, so that actions load no document. */
export interface Mode {
  name: string
  javaScript: boolean
  isScripted: boolean
  /** Degrades the connection from the first page on. */
  degrade?: (page: Page) => Promise<void>
}

export const withScript: Mode = { name: 'JavaScript on', javaScript: true, isScripted: true }
export const withoutScript: Mode = { name: 'JavaScript off', javaScript: false, isScripted: false }

/** Modes in which script arrives late, partly or not at all. */
export const degradedModes: readonly Mode[] = [
  { name: 'a slow line', javaScript: true, isScripted: true, degrade: slowDown },
  {
    name: 'script that fails from the second page on',
    javaScript: true,
    isScripted: true,
    degrade: blockLaterScripts,
  },
  { name: 'script that never starts', javaScript: true, isScripted: false, degrade: blockEntryScript },
]

/** 400 kbit/s, and a latency of 400 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const throughput = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
}

/** The document's own scripts load, those of pages that script navigates to do not. */
async function blockLaterScripts(page: Page): Promise<void> {
  let isLoaded = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isLoaded = false
  })
  page.on('load', () => {
    isLoaded = true
  })
  await page.route('**/assets/*.js', (route) => (isLoaded ? route.abort() : route.continue()))
}

/** All scripts load except the entry. */
async function blockEntryScript(page: Page): Promise<void> {
  await page.route('**/assets/entry.client*.js', (route) => route.abort())
}

/** Opens a page in a mode. */
export async function openPageIn(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  { javaScript, degrade }: Mode,
): Promise<Page> {
  const page = await browser.newPage({ javaScript })
  // A slow connection must not fail the test.
  page.setDefaultTimeout(30_000)
  await degrade?.(page)
  return page
}
