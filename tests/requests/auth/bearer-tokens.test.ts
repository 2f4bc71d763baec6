import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

/** Access tokens of programs that call the API. */
let app: App
let provider: FakeProvider
let clock: ServerClock
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  provider = await startFakeProvider()
  clock = startClock()
  app = await openApp({ issuer: provider.issuer, env: { ...clock.env, ADMIN_SUBJECTS: 'chief' } })
  world = await openWorld(app)
})
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
  await provider.stop()
})

type Claims = Parameters<FakeProvider['idToken']>[0]
type Forging = Parameters<FakeProvider['idToken']>[1]

interface Call {
  method?: string
  path?: string
  as?: Browser
  body?: unknown
}

/** What the API answers to a call with this Authorization header. */
const callWith = (authorization: string, { method = 'GET', path = '/api/teams/mine', as, body }: Call = {}) =>
  sendCall(app, { method, path, as, body, headers: { authorization } })
const isRefused = async (authorization: string) => (await callWith(authorization)).status === 401

const access = { typ: 'at+jwt' }
const findPlayer = () =>
  app.db.selectFrom('managers').selectAll().where('subject', '=', 'player').executeTakeFirst()

test('an access token identifies its manager, who is created by the first write', async () => {
  const token = await provider.idToken({}, access)
  for (const method of ['GET', 'HEAD'])
    expect((await callWith(`Bearer ${token}`, { method })).status, method).toBe(200)
  expect(await findPlayer()).toBeUndefined()
  const players = world.contest.entries.flatMap(({ id, code }) =>
    affordableCodes.some((each) => each === code) ? [id] : [],
  )
  const body = { teamName: 'Lamps', managerName: 'Someone', players }
  expect((await callWith(`Bearer ${token}`, { method: 'POST', body })).status).toBeLessThan(300)
  const read = await callWith(`bearer ${token}`)
  expect([read.status, read.json()]).toEqual([200, expect.objectContaining({ teamName: 'Lamps' })])
  expect(await findPlayer()).toMatchObject({ issuer: provider.issuer })
})

describe('a bearer token is accepted', () => {
  test.each<[string, Claims, Forging, boolean]>([
    ["with Keycloak's claims", { aud: 'account', azp: 'douze', typ: 'Bearer' }, {}, false],
    ['as an admin', { realm_access: { roles: ['admin'] } }, access, true],
    ['as an admin by configuration', { sub: 'chief' }, access, true],
  ])('%s', async (_, claims, how, isAdmin) => {
    const bearer = `Bearer ${await provider.idToken(claims, how)}`
    expect(await isRefused(bearer)).toBe(false)
    const { status } = await callWith(bearer, { path: '/api/admin/game/active/statistics' })
    expect(status).toBe(isAdmin ? 200 : 403)
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
    const bearer = `Bearer ${await provider.idToken(claims, how)}`
    const path = '/api/leagues/mine'
    const refusal = await callWith(bearer, { path, as: world.anna })
    expect([refusal.status, refusal.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    // The session alone is accepted: the invalid token takes precedence over it.
    expect((await app.get(path, { as: world.anna })).status).toBe(200)
  })

  test.each(['Bearer', 'Bearer x', 'Basic cGxheWVyOmRlbW8=', 'Bearer a.b.c'])('%s', async (authorization) => {
    expect(await isRefused(authorization)).toBe(true)
  })
})

describe('the provider’s keys', () => {
  /** Sends tokens signed with unknown keys. */
  async function showUnknownKeys(): Promise<void> {
    for (const kid of ['made-up-1', 'made-up-2', 'made-up-3']) {
      const token = await provider.idToken({}, { ...access, key: 'stranger', kid })
      expect(await isRefused(`Bearer ${token}`)).toBe(true)
    }
  }

  test('are cached, and unknown ones cause at most one request a minute', async () => {
    const honest = await provider.idToken({}, access)
    expect(await isRefused(`Bearer ${honest}`)).toBe(false)
    const before = provider.keyRequests
    for (const [seconds, questions] of [
      [61, 1],
      [30, 1],
      [29, 1],
      [2, 2],
    ] as const) {
      await clock.pass(seconds * 1000, app.location)
      await showUnknownKeys()
      expect(provider.keyRequests - before, `${seconds} s later`).toBe(questions)
      expect(await isRefused(`Bearer ${honest}`)).toBe(false)
    }
  })
})
