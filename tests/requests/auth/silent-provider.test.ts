import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthApp, openAuthApp } from '#tests/support/auth-app.ts'
import { Browser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/provider.ts'

/** A provider that accepts connections and never responds: which requests wait for it, and how many it receives. */
let silent: Server
let app: AuthApp
let caller: typeof import('#app/auth/bearer.server.ts')
let prepare: typeof import('#app/auth/prefetch-visitor.server.ts')
const sockets = new Set<Socket>()
let discoveries = 0
const fetchBefore = globalThis.fetch

beforeAll(async () => {
  const port = await freePort()
  silent = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', () => {
      discoveries += 1
    })
  }).listen(port, 'localhost')
  await once(silent, 'listening')
  app = await openAuthApp({ issuer: `http://localhost:${port}`, origin: 'http://localhost:4996' })
  caller = await import('#app/auth/bearer.server.ts')
  prepare = await import('#app/auth/prefetch-visitor.server.ts')
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('concurrent sign-ins cause one request to a silent provider, and each gets the error page', async () => {
  discoveries = 0
  const answers = await Promise.all(Array.from({ length: 220 }, () => app.pressSignIn(new Browser())))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]))
  expect(discoveries).toBe(1)
})

test('a token is verified before its request is queued: the route makes no request to the provider and returns 503', async () => {
  discoveries = 0
  const context = {}
  const request = () =>
    new Request(`${app.origin}/api/teams/mine`, { headers: { Authorization: 'Bearer aa.bb.cc' } })
  await prepare.prefetchVisitor({ request: request(), context })
  const { refusal } = await caller.findCaller({ request: request(), context }).then(
    () => ({ refusal: null }),
    (refusal: unknown) => ({ refusal }),
  )
  expect(refusal).toMatchObject({ init: { status: 503 } })
  expect(discoveries).toBe(1)
})

test('an account deletion waits for the provider only before the request is queued, and redirects home', async () => {
  const { createSession } = await import('#app/auth/session/session.server.ts')
  const { ensureManager } = await import('#db/accounts/managers.server.ts')
  const managerId = await ensureManager(app.db, { issuer: 'https://idp.test', subject: 'leaver', now: 0 })
  const { cookieHeader } = await createSession(app.db, { managerId, now: Date.now() })
  const browser = new Browser()
  browser.setCookie('sid', cookieHeader.replace('sid=', ''))
  discoveries = 0
  const context = {}
  await prepare.prefetchVisitor({
    request: browser.request(`${app.origin}/game/account/delete`, {
      method: 'POST',
      body: new URLSearchParams(),
    }),
    context,
  })
  expect(discoveries).toBe(1)
  const answer = await app.pressDeleteAccount(browser, context)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
  expect(discoveries).toBe(1)
})

test('global fetch is unchanged', () => {
  expect(globalThis.fetch).toBe(fetchBefore)
})
