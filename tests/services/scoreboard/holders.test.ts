import { afterEach, beforeEach, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { between, openScoreboardWorld } from './scoreboard-world.ts'

/** Who holds whom: counted from the line-ups of closed rounds, which reading never stores (D36). */
let world: Awaited<ReturnType<typeof openScoreboardWorld>>

beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

async function readHolders(roundNumber: number) {
  const contest = await findActiveContest(world.db)
  const round = contest?.rounds.find((each) => each.roundNumber === roundNumber)
  if (!contest || !round) throw new Error('No season')
  const holders = await world.scoreboards.readHolders(contest, round)
  if (!holders) return null
  const of = (code: string) => {
    const entry = contest.entries.find((each) => each.code === code)
    const { held, first } = holders.ofEntry(entry?.id ?? 0)
    return [held, first]
  }
  return { teamCount: holders.teamCount, of }
}

test('a round is counted once its line-ups are stored for good; reading stores none', async () => {
  await world.addTeam('one', ['at', 'il', 'ee', 'se', 'it', 'gr'])
  await world.addTeam('two', ['se', 'at', 'fi', 'no', 'pt', 'gr'])
  expect(await readHolders(1)).toBeNull()
  expect(
    await world.db.selectFrom('rounds').select('settled_at').where('settled_at', 'is not', null).execute(),
  ).toEqual([])
  await settleRounds(world.db, { gameId: world.gameId, clock: world.clock })
  const holders = await readHolders(1)
  expect(holders?.teamCount).toBe(2)
  expect(['AT', 'SE', 'NO', 'FR'].map((code) => holders?.of(code))).toEqual([
    [2, 1],
    [2, 1],
    [1, 0],
    [0, 0],
  ])
})

test('a team that joined later holds nothing in rounds before', async () => {
  world.setClock(between)
  await world.addTeam('one')
  await settleRounds(world.db, { gameId: world.gameId, clock: world.clock })
  expect((await readHolders(1))?.teamCount).toBe(1)
  await world.addTeam('late', undefined, { rounds: [2, 3] })
  expect((await readHolders(1))?.teamCount).toBe(1)
})
