import { afterAll, beforeAll, expect, test } from 'vitest'
import { openManager, openNewcomer } from '#tests/faults/support/concurrent-saves.ts'
import { makeGame } from '#tests/faults/support/game.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'

/** Saves of several people, all of which are there when the server goes on. `tests/faults/save-fairness.test.ts` measures them. */
let provider: FakeProvider
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  provider = await startFakeProvider()
  const location = await newDatabase('fairness')
  await makeGame(location, 0)
  server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: provider.issuer })
})
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
  await provider.stop()
})

test.each([
  ['a manager, through five sessions and three tokens,', openManager, 0],
  ['a newcomer, through eight tokens,', openNewcomer, 5],
] as const)('eight saves at once of %s delay the save of another by two at most', async (who, open, way) => {
  const [one, other] = [
    await open(server, provider, `one, ${who}`),
    await openManager(server, provider, `other beside ${who}`),
  ]
  const acknowledged: string[] = []
  server.child.kill('SIGSTOP')
  const eight = Array.from({ length: 8 }, (_, n) => one.save(n))
  await Promise.all(eight.map(({ sent }) => sent))
  // By a session, or beside tokens by a token: to verify it takes as long.
  const last = other.save(way)
  await last.sent
  server.child.kill('SIGCONT')
  const noted = (name: string) => () => acknowledged.push(name)
  await Promise.all([...eight.map(({ saved }) => saved.then(noted('one'))), last.saved.then(noted('other'))])
  expect(acknowledged).toHaveLength(9)
  expect(acknowledged.indexOf('other')).toBeLessThan(3)
})
