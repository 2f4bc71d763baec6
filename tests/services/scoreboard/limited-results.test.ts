import { afterEach, beforeEach, expect, test } from 'vitest'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

/** Results as after an earlier round, for who hides the later ones (D38). */
let world: ScoreboardWorld

beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

const rowsOf = (results: Results | null) =>
  listRanking(world.db, results, { gameId: world.gameId, offset: 0, limit: 100 })

test('are the table, the leagues and the points as they were after that round', async () => {
  const teams = [
    await world.addTeam('Lamps', ['at', 'il', 'ee', 'se', 'it', 'gr']),
    await world.addTeam('Beams', ['is', 'pl', 'si', 'ee', 'es', 'ua']),
    await world.addTeam('Truss', ['fr', 'ch', 'at', 'lt', 'lv', 'il']),
  ]
  const leagueId = await world.addLeague('Sofa', teams)
  const tables: unknown[] = []
  const leagues: unknown[] = []
  for (const round of [1, 2, 3] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
    tables.push(await world.table())
    leagues.push((await world.leagueTable(leagueId)).map(({ teamId, rank }) => [teamId, rank]))
  }
  const whole = await world.results()
  for (const round of [1, 2]) {
    const limited = await world.scoreboards.limit(whole, round)
    expect(await rowsOf(limited)).toEqual(tables[round - 1])
    const league = limited && (await world.scoreboards.readLeague(limited, leagueId))
    const rows = league?.listRows({ offset: 0, limit: 10 }).map(({ teamId, rank }) => [teamId, rank])
    expect(rows).toEqual(leagues[round - 1])
    expect(limited?.publication.roundNumbers).toEqual([1, 2].slice(0, round))
    expect(limited?.pointsOf(3)).toEqual([])
    expect(limited?.listRoundResults(teams[0] ?? 0)).toHaveLength(round)
  }
  expect(await world.scoreboards.limit(whole, 3)).toBe(whole)
  expect(await world.scoreboards.limit(whole, Number.POSITIVE_INFINITY)).toBe(whole)
  expect(await world.scoreboards.limit(whole, 0)).toBeNull()
  expect(await world.scoreboards.limit(null, 0)).toBeNull()
})

test('carry no note of a correction, and who joins later is in them with no points', async () => {
  await world.addTeam('Lamps')
  for (const round of [1, 2] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
  }
  await world.savePoints(2, { il: 50 })
  await world.publish(2, { note: 'Israel is through, too' })
  expect((await world.results())?.publication.note).toBe('Israel is through, too')
  const before = await world.scoreboards.limit(await world.results(), 1)
  expect(before?.publication.note).toBeNull()
  const late = await world.addTeam('Late', undefined, { rounds: [3] })
  const limited = await world.scoreboards.limit(await world.results(), 1)
  expect(limited?.findStanding(late)).toMatchObject({ rank: 2, totalHundredths: 0, rankedTeams: 2 })
})

test('are computed once for each publication and round', async () => {
  await world.addTeam('Lamps')
  for (const round of [1, 2] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
  }
  const boards = await Promise.all(
    [1, 2, 3].map(async () => (await world.scoreboards.limit(await world.results(), 1))?.season.board),
  )
  expect(new Set(boards).size).toBe(1)
})
