import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pick, seededRandom } from '#app/demo/random.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { rankTeams } from '#tests/support/reference-scores.ts'
import { between, openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld({ inFile: true })
})
afterEach(() => world.close())

/** A process that ranks large leagues in workers, as in production. */
const openThreaded = () => {
  const { db } = world.openProcess()
  const noteFault = (error: unknown) => {
    throw error
  }
  return {
    db,
    scoreboards: createScoreboards({
      db,
      clock: world.clock,
      location: world.location,
      isDemo: false,
      onError: noteFault,
    }),
  }
}

type By = ReturnType<typeof openThreaded>

/** The whole table of a league, read page by page. */
async function wholeTable(leagueId: number, by: By) {
  const rows: Awaited<ReturnType<typeof world.leagueTable>> = []
  for (let offset = 0; ; offset += 1_000) {
    const page = await world.leagueTable(leagueId, by, { offset, limit: 1_000 })
    rows.push(...page)
    if (page.length < 1_000) return rows.map(({ managerName: _, teamName: __, ...row }) => row)
  }
}

/** The expected table of the current members, derived from the totals in the whole ranking. */
async function expectedTable(leagueId: number, by: By) {
  const results = await world.results(by)
  const members = await world.db
    .selectFrom('memberships')
    .select('team_id as teamId')
    .where('league_id', '=', leagueId)
    .execute()
  const scored = (upTo: number) =>
    members.map(({ teamId }) => {
      const rounds = results?.listRoundResults(teamId).slice(0, upTo) ?? []
      return { teamId, totalHundredths: rounds.at(-1)?.totalHundredths ?? 0 }
    })
  const count = results?.publication.roundNumbers.length ?? 0
  const before = new Map(rankTeams(scored(count - 1)).map((row) => [row.teamId, row.rank]))
  return rankTeams(scored(count)).map(({ position: _, ...row }) => ({
    ...row,
    previousRank: count > 1 ? before.get(row.teamId) : null,
  }))
}

async function publishTwo() {
  for (const round of [1, 2] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
  }
}

test('leagues of all kinds are ranked by the rules, with movements', async () => {
  const ids = await world.addManyTeams(60)
  const [first = 0] = ids
  const leagues = [
    await world.addLeague('One', [first]),
    await world.addLeague('None', []),
    await world.addLeague('Some', ids.slice(0, 20)),
    await world.addLeague('Overlapping', ids.slice(10, 60)),
    await world.addLeague(
      'Every third',
      ids.filter((id) => id % 3 === 0),
    ),
  ]
  const by = world
  await world.saveRealPoints(1)
  await world.publish(1)
  for (const leagueId of leagues)
    expect(await wholeTable(leagueId, by)).toEqual(await expectedTable(leagueId, by))
  expect((await wholeTable(leagues[2] ?? 0, by)).map((row) => row.previousRank)).toEqual(Array(20).fill(null))
  await world.saveRealPoints(2)
  await world.publish(2)
  for (const leagueId of leagues) {
    const table = await wholeTable(leagueId, by)
    expect(table).toEqual(await expectedTable(leagueId, by))
    expect(table.every((row) => row.previousRank !== null)).toBe(true)
  }
})

test('a league of more than 2,000, ranked in a worker, follows joins and leaves', async () => {
  const ids = await world.addManyTeams(2_300)
  const leagueId = await world.addLeague('Large', ids.slice(100))
  await publishTwo()
  const by = openThreaded()
  // Loads a large season beside the one that is shown.
  const game = await findGame(by.db, world.gameId)
  if (game) await by.scoreboards.refresh(game)
  expect(await wholeTable(leagueId, by)).toEqual(await expectedTable(leagueId, by))
  expect(await wholeTable(leagueId, by)).toHaveLength(2_200)
  const [newcomer = 0, leaver = 0] = [ids[5], ids[150]]
  await world.join(leagueId, newcomer)
  await world.leave(leagueId, leaver)
  const after = await wholeTable(leagueId, by)
  expect(after).toEqual(await expectedTable(leagueId, by))
  expect(after.map((row) => row.teamId)).toContain(newcomer)
  expect(after.map((row) => row.teamId)).not.toContain(leaver)
  const results = await world.results(by)
  const league = results && (await by.scoreboards.readLeague(results, leagueId))
  expect(league?.findStanding(leaver)).toBeUndefined()
  const own = after.findIndex((row) => row.teamId === newcomer)
  expect(league?.findStanding(newcomer)).toEqual({
    position: own + 1,
    rank: after[own]?.rank,
    tied: after[own]?.tied,
    previousRank: after[own]?.previousRank,
    totalHundredths: after[own]?.totalHundredths,
  })
})

test.each([1, 2, 3])('after any joins and leaves, the table equals a new ranking (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const ids = await world.addManyTeams(40)
  const leagueId = await world.addLeague('Restless', ids.slice(0, 10))
  await publishTwo()
  const following = world.openProcess()
  await world.leagueTable(leagueId, following)
  for (let step = 0; step < 60; step += 1) {
    for (let change = 0; change <= random() * 3; change += 1) {
      const teamId = pick(random, ids)
      await (random() < 0.5 ? world.join(leagueId, teamId) : world.leave(leagueId, teamId))
    }
    if (step % 20 === 7) {
      const late = await world.addTeam(`Late ${step}`, undefined, { rounds: [3] })
      ids.push(late)
      await world.join(leagueId, late)
    }
    expect(await wholeTable(leagueId, following)).toEqual(await expectedTable(leagueId, following))
  }
  // Other publications, and the same checks again: the members are those of the table before, with the changes since.
  for (const at of [9, 10, 11]) {
    await world.savePoints(2, { at })
    await world.publish(2)
    await world.leave(leagueId, pick(random, ids))
    await world.join(leagueId, pick(random, ids))
    expect(await wholeTable(leagueId, following)).toEqual(await expectedTable(leagueId, following))
  }
})

test('after more joins and leaves than it follows, a league is read again', async () => {
  const ids = await world.addManyTeams(30)
  const leagueId = await world.addLeague('Restless', ids)
  await publishTwo()
  const following = world.openProcess()
  await world.leagueTable(leagueId, following)
  const rows = Array.from({ length: 600 }, () => [-1, 1] as const).flat()
  const team_id = ids[3] ?? 0
  await world.db
    .insertInto('membership_changes')
    .values(rows.map((change) => ({ league_id: leagueId, team_id, change })))
    .execute()
  await world.leave(leagueId, ids[4] ?? 0)
  expect(await wholeTable(leagueId, following)).toEqual(await expectedTable(leagueId, following))
})

describe('a late joiner', () => {
  beforeEach(async () => {
    world.setClock(between)
  })

  test('joining a league while its table is being read is visible to the next reader', async () => {
    const anna = await world.addTeam('Anna')
    const leagueId = await world.addLeague('Sofa', [anna])
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    // Reads the results, and the league a moment later.
    const results = await world.results()
    const late = await world.addTeam('Late', undefined, { rounds: [2, 3] })
    await world.join(leagueId, late)
    const table = results && (await world.scoreboards.readLeague(results, leagueId))
    expect(table?.listRows({ offset: 0, limit: 10 }).map((row) => row.teamId)).toContain(anna)
    expect((await world.leagueTable(leagueId)).map((row) => [row.rank, row.teamId])).toEqual([
      [1, anna],
      [2, late],
    ])
  })
})

test('before the first publication members are in joining order of the game, without ranks', async () => {
  const ids = await world.addManyTeams(5)
  const leagueId = await world.addLeague('Early', ids.toReversed())
  const rows = await world.leagueTable(leagueId, undefined, { offset: 1, limit: 3 })
  expect(rows.map((row) => [row.teamId, row.rank, row.totalHundredths])).toEqual(
    ids.slice(1, 4).map((id) => [id, null, null]),
  )
})
