import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPressRanks } from '#app/services/scoreboard/press-ranks.server.ts'
import { publishLive } from '#app/services/scoreboard/publish.server.ts'
import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import { createTaskRunner, type TaskRunner } from '#app/services/scoreboard/task-runner.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { between, openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

/** A team's rank through an evening: two teams, one with Austria first and one with Sweden first. */
let world: ScoreboardWorld
let austria = 0
let sweden = 0
beforeEach(async () => {
  world = await openScoreboardWorld()
  austria = await world.addTeam('Austria first', ['at', 'se', 'ee', 'il', 'it', 'gr'])
  sweden = await world.addTeam('Sweden first', ['se', 'at', 'ee', 'il', 'it', 'gr'])
})
afterEach(() => world.close())

async function publish(points: Record<string, number>, roundNumber = 3) {
  await world.savePoints(roundNumber, points)
  const { db, scoreboards, gameId, clock } = world
  const target = { gameId, roundNumber, expectedVersion: null, managerId: null, clock }
  expect(await publishLive(db, scoreboards, target)).toMatchObject({ ok: true, isNew: true })
}

async function ranksOf(teamId: number, roundNumber = 3, read = world.scoreboards.readPressRanks) {
  const { contest, scoreboards, gameId } = world
  const game = await findGame(world.db, gameId)
  const results = game && ((await scoreboards.readLive(game)) ?? (await scoreboards.read(game)))
  const ranks = results && (await read({ contest, results, roundNumber, teamId }))
  return ranks?.map(({ rank }) => rank)
}

test('is told of every press, from the first live one to the first official one', async () => {
  await publish({ se: 12 })
  await publish({ se: 12, at: 20 })
  await publish({ se: 40, at: 20 })
  expect(await ranksOf(austria)).toEqual([2, 1, 2])
  expect(await ranksOf(sweden)).toEqual([1, 2, 1])
  await world.savePoints(3, { se: 40, at: 50 })
  await world.publish(3)
  expect(await ranksOf(austria)).toEqual([2, 1, 2, 1])
  await world.savePoints(3, { se: 90, at: 50 })
  await world.publish(3)
  expect(await ranksOf(austria), 'a correction is of another evening').toEqual([2, 1, 2, 1])
})

test('counts the rounds before as they stood, and is told of an earlier evening afterwards', async () => {
  await publish({ se: 50 }, 1)
  await world.publish(1)
  await publish({ at: 10 })
  await publish({ at: 90 })
  expect(await ranksOf(austria)).toEqual([2, 1])
  expect(await ranksOf(austria, 1)).toEqual([2, 2])
})

test('is not of an earlier play of the show, after the demo’s clock went back', async () => {
  await publish({ se: 12 })
  await world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now: between }))
  await publish({ at: 12 })
  expect(await ranksOf(austria)).toEqual([1])
})

test('a team outside the season, and a round without points, have none', async () => {
  await publish({ se: 12 })
  expect(await ranksOf(999_999)).toEqual([])
  expect(await ranksOf(austria, 2)).toEqual([])
})

test('an evening of many presses is ranked at 24 of them, each once, whoever asks', async () => {
  for (let points = 1; points <= 60; points += 1) await publish({ at: points })
  const tasks = createTaskRunner({ db: world.db, clock: world.clock, location: null, isDemo: false })
  const asked: number[] = []
  const counted: TaskRunner = {
    ...tasks,
    rankTotals(rounds, teamCount) {
      asked.push(teamCount)
      return tasks.rankTotals(rounds, teamCount)
    },
  }
  const read = createPressRanks({ db: world.db, tasks: counted })
  expect(await ranksOf(austria, 3, read)).toHaveLength(24)
  expect(await ranksOf(sweden, 3, read)).toHaveLength(24)
  expect(asked).toHaveLength(24)
})
