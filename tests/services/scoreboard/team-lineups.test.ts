import { afterEach, beforeEach, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { between, openScoreboardWorld } from './scoreboard-world.ts'

/** The line-ups of teams in a closed round, as pages read them from memory (D36): reading stores none. */
let world: Awaited<ReturnType<typeof openScoreboardWorld>>

beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

/** Country codes in the order of a team's line-up; null while there are none to read. */
async function read(roundNumber: number, teamId: number): Promise<string | null> {
  const contest = await findActiveContest(world.db)
  const round = contest?.rounds.find((each) => each.roundNumber === roundNumber)
  if (!contest || !round) throw new Error('No season')
  const lineups = await world.scoreboards.readLineups(contest, round)
  const codes = lineups?.of(teamId).map((id) => contest.entries.find((entry) => entry.id === id)?.code)
  return codes?.join(' ') ?? null
}

const settle = () => settleRounds(world.db, { gameId: world.gameId, clock: world.clock })

test('are read once they are stored for good, in their order', async () => {
  const one = await world.addTeam('one', ['at', 'il', 'ee', 'se', 'it', 'gr'])
  const two = await world.addTeam('two', ['se', 'at', 'fi', 'no', 'pt', 'gr'])
  expect(await read(1, one)).toBeNull()
  expect(
    await world.db.selectFrom('rounds').select('settled_at').where('settled_at', 'is not', null).execute(),
  ).toEqual([])
  await settle()
  expect([await read(1, one), await read(1, two)]).toEqual(['AT IL EE SE IT GR', 'SE AT FI NO PT GR'])
})

test('of a team that joined later, and of one that does not exist, are empty', async () => {
  world.setClock(between)
  await world.addTeam('one')
  await settle()
  expect(await read(1, 4711)).toBe('')
  const late = await world.addTeam('late', undefined, { rounds: [2, 3] })
  expect(await read(1, late)).toBe('')
})
