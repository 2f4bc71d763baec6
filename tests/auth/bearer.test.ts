import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'

let provider: FakeProvider

beforeAll(async () => {
  provider = await startFakeProvider()
  vi.stubEnv('OIDC_ISSUER', provider.issuer)
})
afterAll(async () => {
  vi.useRealTimers()
  await provider.stop()
})

test('a token is verified once per request, and every later check uses that result', async () => {
  const { findBearer } = await import('#app/auth/bearer.server.ts')
  const { prefetchVisitor } = await import('#app/server/request/sender.server.ts')
  const exp = Math.floor(Date.now() / 1000) + 60
  const headers = { Authorization: `Bearer ${await provider.idToken({ exp }, { typ: 'at+jwt' })}` }
  const request = () => new Request('http://localhost:3000/api/teams/mine', { headers })
  const context = {}
  await prefetchVisitor({ request: request(), context })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect(await findBearer({ request: request(), context })).toMatchObject({ subject: 'player' })
  expect(await findBearer({ request: request(), context: {} })).toBeNull()
})
