import type { AppLoadContext } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteSession } from '#db/accounts/sessions.server.ts'
import { type AuthApp, openAuthApp } from '#tests/support/auth-app.ts'

/** The visitor is looked up once for all loaders of a request: a change of the session counts from the next one. */
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

/** Looks up the visitor with a separate Request, like each loader and each action of the request with this context. */
const ask = async (context: AppLoadContext, method = 'GET', cookie = session.cookieHeader) => {
  const request = new Request(origin, { method, headers: { cookie } })
  const visitor = await app.doors.guards.findVisitor({ request, context })
  return visitor?.sessionHash ?? null
}
const end = () => deleteSession(app.db, session.idHash)

describe('the visitor', () => {
  test('is the same for all loaders of one request, and looked up again for the next one', async () => {
    const context = {}
    expect(await ask(context)).toBe(session.idHash)
    await end()
    expect(await ask(context)).toBe(session.idHash)
    expect(await ask({})).toBeNull()
  })

  test('is looked up again after an action', async () => {
    const context = {}
    expect(await ask(context, 'POST')).toBe(session.idHash)
    await end()
    expect(await ask(context)).toBeNull()
  })

  test('is the one of the cookie, also within one request', async () => {
    const context = {}
    const other = await sessions.createSession(app.db, { managerId, now: Date.now() })
    expect(await ask(context)).toBe(session.idHash)
    expect(await ask(context, 'GET', other.cookieHeader)).toBe(other.idHash)
    expect(await ask(context, 'GET', '')).toBeNull()
  })

  test('is looked up again for a concurrent request', async () => {
    const context = {}
    expect(await ask(context)).toBe(session.idHash)
    await end()
    expect(await ask({})).toBeNull()
    expect(await ask(context)).toBe(session.idHash)
  })

  test('that the steps before Remix look up is looked up again by the loaders', async () => {
    const context = {}
    const request = new Request(origin, { headers: { cookie: session.cookieHeader } })
    const { findCaller } = await import('#app/auth/bearer.server.ts')
    expect(await findCaller({ request, context })).toMatchObject({ managerId })
    await end()
    expect(await ask(context)).toBeNull()
  })
})
