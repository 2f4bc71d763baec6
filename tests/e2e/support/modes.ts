import type { Page } from 'playwright/test'
import type { startBrowser } from './browser.ts'

/** A visitor's line and browser. `isScripted`: script takes the game pages over, so that a press needs no document. */
export interface Mode {
  name: string
  javaScript: boolean
  isScripted: boolean
  /** What goes wrong on the way, from the first page on. */
  degrade?: (page: Page) => Promise<void>
}

export const withScript: Mode = { name: 'JavaScript on', javaScript: true, isScripted: true }
export const withoutScript: Mode = { name: 'JavaScript off', javaScript: false, isScripted: false }

/** Modes in which script arrives late, in part, or not at all. */
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

/** 400 kbit/s, and 400 ms to anybody who answers. */
async function slowDown(page: Page): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const throughput = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await wire.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
}

/** The document's own script arrives, that of every page that script wants to show next does not. */
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

/** All script arrives but the part that starts it. */
async function blockEntryScript(page: Page): Promise<void> {
  await page.route('**/assets/entry.client*.js', (route) => route.abort())
}

/** A page of a visitor whose line and browser are these. */
export async function openPageIn(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  { javaScript, degrade: hinder }: Mode,
): Promise<Page> {
  const page = await browser.newPage({ javaScript })
  // A slow line is no fault.
  page.setDefaultTimeout(30_000)
  await hinder?.(page)
  return page
}
