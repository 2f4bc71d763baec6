import { openApp } from './app.ts'
import { removeDatabases, stopDatabaseClock } from './databases.ts'
import { loginWithTeam } from './game-steps.ts'
import { openWorld } from './world.ts'

/**
 * A separate process that prints pages as JSON, to compare environments. Its clock stands still, and values that
 * differ with every response are removed: nonce and form keys.
 */
const standing = Date.parse('2026-01-15T12:00:00Z')
Date.now = () => standing
const app = await openApp({ now: '2025-05-14T12:00:30Z' })
try {
  await stopDatabaseClock(app.location, standing)
  await openWorld(app)
  await app.setClock('2025-05-12T12:00:30Z')
  const { as } = await loginWithTeam(app, 'anna')
  await app.setClock('2025-05-14T12:00:30Z')
  const pages: Record<string, string> = { offset: String(new Date(0).getTimezoneOffset()) }
  for (const path of ['/game', '/game/lineup', '/game/results', '/game/leagues', '/news', '/feed.xml']) {
    const { html } = await app.get(path, { as })
    const token = /\\"idempotencyToken\\",\\"([\w-]+)\\"/.exec(html)?.[1]
    const page = html.replace(/nonce="[\w-]+"/g, '')
    pages[path] = token ? page.replaceAll(token, '') : page
  }
  process.stdout.write(JSON.stringify(pages))
} finally {
  await app.close()
  await removeDatabases()
}
