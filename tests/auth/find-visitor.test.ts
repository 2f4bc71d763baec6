import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runInResponseContext } from '#app/server/monitoring/log.server.ts'
import { deleteSession } from '#db/accounts/sessions.server.ts'
import { type AuthApp, openAuthApp } from '#tests/support/auth-app.ts'

/** The visitor is looked up once for all loaders of a response: a change of the session counts from the next one. */
const origin = 'https://douze.test'
let app: AuthApp
let sessions: typeof import('#app/auth/session/session.server.ts')
let managerId: number
let session: Awaited<ReturnType<typeof sessions.createSession>>

beforeAll(async () => {
  app = await openAuthApp({ issuer: 'https://idp.test', origin })
  sessions = await import('#app/auth/session/session.server.ts')
  const { ensureManager } = await import('#db/accounts/managers.server.ts')
  managerId = await ensureManager(app.db, { issuer: 'https://idp.test', subject: 'player', now: 0 })
})
beforeEach(async () => {
  session = await sessions.createSession(app.db, { managerId, now: Date.now() })
})

/** Looks up the visitor with a separate Request, like each loader and each action. */
const ask = async (method = 'GET', cookie = session.cookieHeader) => {
  const visitor = await app.doors.guards.findVisitor(new Request(origin, { method, headers: { cookie } }))
  return visitor?.sessionHash ?? null
}
const end = () => deleteSession(app.db, session.idHash)

describe('the visitor', () => {
  test('is the same for all loaders of one response, and looked up again for the next one', async () => {
    await runInResponseContext(async () => {
      expect(await ask()).toBe(session.idHash)
      await end()
      expect(await ask()).toBe(session.idHash)
    })
    expect(await runInResponseContext(() => ask())).toBeNull()
  })

  test('is looked up again after an action', async () => {
    await runInResponseContext(async () => {
      expect(await ask('POST')).toBe(session.idHash)
      await end()
      expect(await ask()).toBeNull()
    })
  })

  test('is the one of the cookie, also within one response', async () => {
    const other = await sessions.createSession(app.db, { managerId, now: Date.now() })
    await runInResponseContext(async () => {
      expect(await ask()).toBe(session.idHash)
      expect(await ask('GET', other.cookieHeader)).toBe(other.idHash)
      expect(await ask('GET', '')).toBeNull()
    })
  })

  test('is looked up again for a concurrent response', async () => {
    await runInResponseContext(async () => {
      expect(await ask()).toBe(session.idHash)
      await end()
      expect(await runInResponseContext(() => ask())).toBeNull()
      expect(await ask()).toBe(session.idHash)
    })
  })

  test('is looked up per Request outside a response', async () => {
    expect(await ask()).toBe(session.idHash)
    await end()
    expect(await ask()).toBeNull()
  })
})
