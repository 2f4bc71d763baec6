import { createSession } from '#app/auth/session/session.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { openApp } from '#tests/support/app.ts'
import { addArticle } from '#tests/support/articles.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { loginWithTeam } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'
import { createEventLoopProbe } from './event-loop-probe.ts'
import type { VisitorKind } from './fuzz-target.ts'

/** Each visitor may save 30 times a minute, so many of them take turns. */
const visitorCount = 120

/**
 * The built server with an open season, players and admins with teams, a provider that responds, and a probe of its event
 * loop.
 */
export async function startFuzzServer() {
  const provider = await startFakeProvider()
  const delay = createEventLoopProbe()
  // Mail addresses are validated only where mails are on.
  const app = await openApp({ issuer: provider.issuer, sendsMails: true, env: delay.env })
  const { server } = app
  await openWorld(app)
  await addArticle(app)
  const cookies: Record<VisitorKind, string[]> = { stranger: [''], player: [], admin: [] }
  for (const kind of ['player', 'admin'] as const)
    for (let n = 0; n < visitorCount; n += 1)
      cookies[kind].push(await signIn(`${kind} ${n}`, kind === 'admin'))

  async function signIn(name: string, isAdmin: boolean): Promise<string> {
    await loginWithTeam(app, name)
    const managerId = await ensureManager(app.db, { issuer: provider.issuer, subject: name, now: Date.now() })
    // In the future, so that no read updates the session's last visit, which happens every five minutes.
    const now = Date.now() + 60 * 60_000
    return (await createSession(app.db, { managerId, isAdmin, now })).cookieHeader
  }

  const turns = await delay.open()
  let turn = 0
  return {
    app,
    server,
    turns,
    /** The cookie of a visitor of this kind; another visitor with each call. */
    cookieOf(kind: VisitorKind): string {
      turn += 1
      return cookies[kind][turn % cookies[kind].length] ?? ''
    },
    /** Another client address for each request: API reads are limited by address. */
    nextAddress: () => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    async close(): Promise<void> {
      turns.close()
      await app.close()
      await provider.stop()
    },
  }
}

export type FuzzServer = Awaited<ReturnType<typeof startFuzzServer>>
