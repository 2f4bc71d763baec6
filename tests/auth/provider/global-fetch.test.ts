import { expect, test, vi } from 'vitest'

test('global fetch is unchanged', async () => {
  const fetchBefore = globalThis.fetch
  vi.stubEnv('OIDC_ISSUER', 'http://localhost:1')
  const { beginSignIn } = await import('#app/auth/provider/oidc.server.ts')
  await expect(beginSignIn()).rejects.toThrow()
  expect(globalThis.fetch).toBe(fetchBefore)
})
