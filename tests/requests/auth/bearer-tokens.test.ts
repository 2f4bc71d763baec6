import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { findCaller } from '#app/auth/bearer.server.ts'
import type { prefetchVisitor } from '#app/auth/prefetch-visitor.server.ts'
import { type AuthApp, openAuthApp } from '#tests/support/auth-app.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'

let app: AuthApp
let provider: FakeProvider
let find: typeof findCaller
let prepare: typeof prefetchVisitor

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openAuthApp({ issuer: provider.issuer, origin: 'http://localhost:4997' })
  find = (await import('#app/auth/bearer.server.ts')).findCaller
  prepare = (await import('#app/auth/prefetch-visitor.server.ts')).prefetchVisitor
})
afterAll(() => provider.stop())

type Claims = Parameters<FakeProvider['idToken']>[0]
type Forging = Parameters<FakeProvider['idToken']>[1]

function callWith(authorization: string, { cookie = '', method = 'GET' } = {}) {
  const headers = { Authorization: authorization, Cookie: cookie }
  const request = new Request(`${app.origin}/api/teams/mine`, { method, headers })
  return find({ request, context: {} })
}
const access = { typ: 'at+jwt' }
const managers = () => app.db.selectFrom('managers').selectAll().execute()

test('an access token identifies its manager, who is created by the first write', async () => {
  const token = await provider.idToken({}, access)
  for (const method of ['GET', 'HEAD'])
    expect(await callWith(`Bearer ${token}`, { method })).toEqual({ managerId: 0, isAdmin: false })
  expect(await managers()).toEqual([])
  const caller = await callWith(`Bearer ${token}`, { method: 'POST' })
  expect(caller?.managerId).toBeGreaterThan(0)
  expect(await callWith(`bearer ${token}`)).toEqual(caller)
  expect(await managers()).toMatchObject([
    { id: caller?.managerId, issuer: provider.issuer, subject: 'player' },
  ])
})

describe('a bearer token is accepted', () => {
  test.each<[string, Claims, Forging, boolean]>([
    ["with Keycloak's claims", { aud: 'account', azp: 'douze', typ: 'Bearer' }, {}, false],
    ['as an admin', { realm_access: { roles: ['admin'] } }, access, true],
    ['as an admin by configuration', { sub: 'chief' }, access, true],
  ])('%s', async (_, claims, how, isAdmin) => {
    expect(await callWith(`Bearer ${await provider.idToken(claims, how)}`)).toMatchObject({ isAdmin })
  })
})

describe('a bearer token is refused', () => {
  const past = Math.floor(Date.now() / 1000) - 600
  test.each<[string, Claims, Forging]>([
    ['with an ID token', {}, {}],
    ['for another client', { aud: 'other', azp: 'other' }, access],
    ['of another issuer', { iss: 'https://elsewhere.example' }, access],
    ['that has expired', { exp: past }, access],
    ['that never expires', { exp: undefined }, access],
    ['without subject', { sub: undefined }, access],
    ['signed by a stranger', {}, { ...access, key: 'stranger' }],
    ['not signed', { typ: 'Bearer' }, { alg: 'none' }],
    ['signed by the client secret', {}, { ...access, alg: 'HS256' }],
    ['of more than 8 kB', { more: 'x'.repeat(6_500) }, access],
  ])('%s', async (_, claims, how) => {
    const { createSession } = await import('#app/auth/session/session.server.ts')
    const { ensureManager } = await import('#db/accounts/managers.server.ts')
    const managerId = await ensureManager(app.db, { issuer: 'https://idp.test', subject: 'cookie', now: 0 })
    const { cookieHeader } = await createSession(app.db, { managerId, now: Date.now() })
    const bearer = `Bearer ${await provider.idToken(claims, how)}`
    expect(await callWith(bearer, { cookie: cookieHeader })).toBeNull()
    const request = new Request(app.origin, { headers: { Cookie: cookieHeader } })
    expect(await find({ request, context: {} })).toMatchObject({ managerId })
  })

  test.each(['Bearer', 'Bearer x', 'Basic cGxheWVyOmRlbW8=', 'Bearer a.b.c'])('%s', async (authorization) => {
    expect(await callWith(authorization)).toBeNull()
  })
})

describe('the provider’s keys', () => {
  afterEach(() => vi.useRealTimers())

  /** Sends tokens signed with unknown keys. */
  async function showUnknownKeys(): Promise<void> {
    for (const kid of ['made-up-1', 'made-up-2', 'made-up-3']) {
      const token = await provider.idToken({}, { ...access, key: 'stranger', kid })
      expect(await callWith(`Bearer ${token}`)).toBeNull()
    }
  }

  test('are cached, and unknown ones cause at most one request a minute', async () => {
    const honest = await provider.idToken({}, access)
    expect(await callWith(`Bearer ${honest}`)).not.toBeNull()
    const before = provider.keyRequests
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const [seconds, questions] of [
      [61, 1],
      [30, 1],
      [29, 1],
      [2, 2],
    ] as const) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      await showUnknownKeys()
      expect(provider.keyRequests - before, `${seconds} s later`).toBe(questions)
      expect(await callWith(`Bearer ${honest}`)).not.toBeNull()
    }
  })
})

test('a token is verified once per request, and every later check uses that result', async () => {
  const token = await provider.idToken({ exp: Math.floor(Date.now() / 1000) + 60 }, access)
  const context = {}
  const request = () =>
    new Request(`${app.origin}/api/teams/mine`, { headers: { Authorization: `Bearer ${token}` } })
  vi.useFakeTimers({ toFake: ['Date'] })
  await prepare({ request: request(), context })
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await find({ request: request(), context })).not.toBeNull()
  expect(await find({ request: request(), context: {} })).toBeNull()
  vi.useRealTimers()
})
