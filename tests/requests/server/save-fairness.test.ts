import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGame } from '#tests/faults/support/concurrent-saves.ts'

/** Saves of several people, all of which are there when the server goes on. `tests/faults/save-fairness.test.ts` measures them. */
let game: Awaited<ReturnType<typeof startGame>>

beforeAll(async () => {
  game = await startGame()
})
afterAll(() => game.stop())

test.each([
  ['a manager, through five sessions and three tokens,', 'openManager', 0],
  ['a newcomer, through eight tokens,', 'openNewcomer', 5],
] as const)('eight saves at once of %s delay the save of another by two at most', async (who, open, way) => {
  const [one, other] = [await game[open](`one, ${who}`), await game.openManager(`other beside ${who}`)]
  const acknowledged: string[] = []
  // The server reads what has come on open connections at once, but accepts new ones in turn.
  await game.openConnections(9)
  game.server.child.kill('SIGSTOP')
  const eight = Array.from({ length: 8 }, (_, n) => one.save(n))
  await Promise.all(eight.map(({ sent }) => sent))
  // By a session, or beside tokens by a token: to verify it takes as long.
  const last = other.save(way)
  await last.sent
  game.server.child.kill('SIGCONT')
  const noted = (name: string) => () => acknowledged.push(name)
  await Promise.all([...eight.map(({ saved }) => saved.then(noted('one'))), last.saved.then(noted('other'))])
  expect(acknowledged).toHaveLength(9)
  expect(acknowledged.indexOf('other')).toBeLessThan(3)
})

test('saves of one manager beyond what a minute allows take no place from others, and are refused before any is made', async () => {
  const [one, other] = [await game.openManager('too many'), await game.openManager('beside too many')]
  const answered: string[] = []
  await game.openConnections(46)
  const note = ({ saved }: ReturnType<typeof one.save>, name: string) =>
    saved.then(
      () => answered.push(name),
      (error: Error) => answered.push(`${error}`.includes(' 429 ') ? 'refused' : `${error}`),
    )
  game.server.child.kill('SIGSTOP')
  const sends = Array.from({ length: 45 }, (_, n) => one.save(n))
  await Promise.all(sends.map(({ sent }) => sent))
  const last = other.save(0)
  await last.sent
  game.server.child.kill('SIGCONT')
  await Promise.all([...sends.map((send) => note(send, 'saved')), note(last, 'other')])
  // Some are made before the last has arrived.
  const beforeOther = answered.slice(0, answered.indexOf('other'))
  expect(answered).toContain('other')
  expect(beforeOther.filter((answer) => answer === 'saved').length).toBeLessThan(9)
  // A refusal that waited for its turn would come after thirty saves, which were sent first.
  expect(answered.indexOf('refused')).toBeLessThan(15)
  expect(answered.filter((answer) => answer === 'refused').length).toBeGreaterThan(9)
  expect(answered.filter((answer) => answer === 'saved').length).toBeGreaterThan(20)
})
