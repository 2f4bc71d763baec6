import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { freePort } from '#tests/support/provider.ts'
import { ensureChromium } from '../../../scripts/chromium.mjs'

export const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the whole demo by its command, on free ports with an empty data directory. `setUpGame` is faster. */
export async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'douze-e2e-'))
  const [port, idpPort] = [await freePort(), await freePort()]
  const env = { ...process.env, PORT: String(port), IDP_PORT: String(idpPort), DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['scripts/demo.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Douze is ready')) break
  }
  if (!lines.at(-1)?.startsWith('Douze is ready'))
    throw new Error(`The demo did not start:\n${lines.join('\n')}`)
  child.stdout.resume()
  return {
    origin: `http://localhost:${port}`,
    issuer: `http://localhost:${idpPort}`,
    databaseFile: join(dataDir, 'douze.db'),
    /** Sets the demo clock. */
    async setClock(instant: string) {
      const body = new URLSearchParams({ now: instant })
      const response = await fetch(`http://localhost:${port}/demo/clock`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      if (response.status >= 400) throw new Error(`The clock was not set: ${response.status}`)
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts Chromium; `newPage` opens a page in a context of its own, without shared cookies. With `hasTimeZoneCookie` the time zone
 * cookie is set already, so that the first page is not revalidated. `hasBfcache` turns on the back/forward cache, which
 * Playwright turns off.
 */
export async function startBrowser(origin: string, { hasBfcache = false, minimumFontSize = 0 } = {}) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...flags, `--blink-settings=minimumFontSize=${minimumFontSize}`],
    ...(hasBfcache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  })
  return {
    async newPage({
      javaScript = true,
      width = 1280,
      height = 900,
      timezoneId = 'UTC',
      hasTimeZoneCookie = false,
      userAgent = '',
    } = {}) {
      const context = await browser.newContext({
        baseURL: origin,
        javaScriptEnabled: javaScript,
        viewport: { width, height },
        timezoneId,
        ...(userAgent && { userAgent }),
        // Without a graphics processor animations are slow.
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(30_000)
      if (hasTimeZoneCookie)
        await context.addCookies([{ name: 'tz', value: encodeURIComponent(timezoneId), url: origin }])
      return context.newPage()
    },
    /** Closes every page: open ones keep running timers and requests, which slows the next tests. */
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    stop: () => browser.close(),
  }
}
