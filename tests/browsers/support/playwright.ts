import type { Browser } from 'playwright'
import type { DrivenBrowser } from './driven-browser.ts'

/** A browser that Playwright drives: today's Chromium. */
export async function startWithPlaywright(launch: Promise<Browser>): Promise<DrivenBrowser> {
  const browser = await launch
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on(
    'console',
    (entry) => entry.type() === 'error' && errors.push(`${entry.text()} ${entry.location().url}`),
  )
  return {
    version: `${browser.browserType().name()} ${browser.version()}`,
    async open(url) {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    addCookie: (name, value, url) => context.addCookies([{ name, value, url }]),
    clearCookies: () => context.clearCookies(),
    takeScreenshot: () => page.screenshot(),
    takeErrors: async () => errors.splice(0),
    stop: () => browser.close(),
  }
}
