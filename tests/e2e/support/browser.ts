import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { freePort } from '#tests/support/provider.ts'
import { ensureChromium } from '../../../scripts/chromium.mjs'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the whole demo by its command, from nothing, on free ports with a directory of its own: `playGame` is quicker. */
export async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'douze-e2e-'))
  const [port, idpPort] = [await freePort(), await freePort()]
  const env = { ...process.env, PORT: String(port), IDP_PORT: String(idpPort), DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['scripts/demo.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (line.startsWith('Douze is ready')) break
  }
  if (!said.at(-1)?.startsWith('Douze is ready'))
    throw new Error(`The demo did not start:\n${said.join('\n')}`)
  child.stdout.resume()
  return {
    origin: `http://localhost:${port}`,
    issuer: `http://localhost:${idpPort}`,
    databaseFile: join(dataDir, 'douze.db'),
    /** Sets the demo's clock for everybody. */
    async setClock(instant: string) {
      const body = new URLSearchParams({ now: instant })
      const answer = await fetch(`http://localhost:${port}/demo/clock`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      if (answer.status >= 400) throw new Error(`The clock was not set: ${answer.status}`)
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts Chromium; `newPage` opens a page in a context of its own, so that nobody shares cookies. One that
 * has told its time zone before has no reason to ask the server for its first page anew. One that `keepsPages` brings
 * them back as they were left (the back/forward cache), which Playwright switches off.
 */
export async function startBrowser(origin: string, { keepsPages = false } = {}) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: flags,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  })
  return {
    async newPage({
      javaScript = true,
      width = 1280,
      height = 900,
      timezoneId = 'UTC',
      hasToldZone = false,
    } = {}) {
      const context = await browser.newContext({
        baseURL: origin,
        javaScriptEnabled: javaScript,
        viewport: { width, height },
        timezoneId,
        // Lights that warm up would be painted sixty times a second, on every page, without a graphics processor.
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(30_000)
      if (hasToldZone)
        await context.addCookies([{ name: 'tz', value: encodeURIComponent(timezoneId), url: origin }])
      return context.newPage()
    },
    /** Closes every page: what is forgotten goes on counting and asking, and takes time from what comes next. */
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    stop: () => browser.close(),
  }
}
