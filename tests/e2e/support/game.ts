import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, inject } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { updateManagerIssuers } from '#db/demo/demo.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { freePort, startProvider } from '#tests/support/provider.ts'
import { startServer } from '#tests/support/server.ts'
import { startBrowser } from './browser.ts'

const noProvider = { issuer: 'http://localhost:1', stop: async () => {} }

/** The server and browser of a test file; set by `setUpGame`. */
export let game: Awaited<ReturnType<typeof startGame>>
export let browser: Awaited<ReturnType<typeof startBrowser>>

/**
 * Starts a server and a browser for the tests of a file or a `describe`. Only tests that sign in by hand need the
 * provider.
 */
export function setUpGame({ withProvider = false, hasBfcache = false } = {}): void {
  beforeAll(async () => {
    game = await startGame({ withProvider })
    browser = await startBrowser(game.origin, { hasBfcache })
  })
  afterAll(async () => {
    await browser?.stop()
    await game?.stop()
  })
}

/** Starts the server on a copy of the demo's database. */
async function startGame({ withProvider }: { withProvider: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'douze-e2e-'))
  const databaseFile = join(folder, 'douze.db')
  copyFileSync(inject('seededFile'), databaseFile)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const provider = withProvider ? await startProvider({ appOrigin: origin, dataDir: folder }) : noProvider
  let db = openDatabase(databaseFile)
  await updateManagerIssuers(db, provider.issuer)
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    DATABASE_FILE: databaseFile,
    OIDC_ISSUER: provider.issuer,
    DEMO: '1',
    // No mail server listens here: mails stay in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Douze <douze@example.org>',
  }
  let server = await startServer(env)
  /** Inserts a session of an account: its cookie. */
  const sessionOf = async (account: string) => {
    const now = Date.now()
    const managerId = await ensureManager(db, { issuer: provider.issuer, subject: account, now })
    const { cookieHeader } = await createSession(db, { managerId, isAdmin: account === 'admin', now })
    const [name = '', value = ''] = cookieHeader.split('=')
    return { name, value }
  }
  return {
    origin,
    issuer: provider.issuer,
    databaseFile,
    /** Sets the demo clock. */
    async setClock(instant: string) {
      const body = new URLSearchParams({ now: instant })
      const response = await fetch(`${origin}/demo/clock`, { method: 'POST', body, redirect: 'manual' })
      if (response.status >= 400) throw new Error(`The clock was not set: ${response.status}`)
    },
    sessionOf,
    /** Opens a page as a signed-in account: inserts a session and sets its cookie. */
    async openAs(page: Page, account: string, path = '/game', waitUntil: 'commit' | 'load' = 'load') {
      await page.context().addCookies([{ ...(await sessionOf(account)), url: origin }])
      await page.goto(path, { waitUntil })
    },
    /** Activates another bundled season, as `npm run season` does beside a running server. */
    async playSeason(year: number) {
      const season = findBundledSeason(year)
      if (!season) throw new Error(`There is no season ${year}`)
      await loadSeason(db, season)
      await activateSeason(db, year)
    },
    /** Deletes all sessions; browsers keep their cookies. */
    endSessions: () => db.deleteFrom('sessions').execute(),
    /** Starts the server anew, on the demo's database as it was at first: nobody is signed in. */
    async restart() {
      await Promise.all([db.destroy(), server.stop()])
      for (const ending of ['', '-wal', '-shm']) rmSync(databaseFile + ending, { force: true })
      copyFileSync(inject('seededFile'), databaseFile)
      db = openDatabase(databaseFile)
      await updateManagerIssuers(db, provider.issuer)
      server = await startServer(env)
    },
    async stop() {
      await db.destroy()
      await Promise.all([server.stop(), provider.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
