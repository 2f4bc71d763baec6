import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFinalVote } from '#app/services/scoreboard/final-vote.server.ts'
import { publishLive } from '#app/services/scoreboard/publish.server.ts'
import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import { listLivePoints } from '#db/scoreboard/final-vote.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { between, openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

/** The vote of a final by its live publications: the juries of 37 countries give 2,146 points. */
let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

async function publish(points: Record<string, number>) {
  await world.savePoints(3, points)
  const { db, scoreboards, gameId, clock } = world
  const target = { gameId, roundNumber: 3, expectedVersion: null, managerId: null, clock }
  expect(await publishLive(db, scoreboards, target)).toMatchObject({ ok: true, isNew: true })
}

async function vote() {
  const { db, scoreboards, contest, gameId } = world
  const game = await findGame(db, gameId)
  const round = contest.rounds.find(({ kind }) => kind === 'final')
  if (!round) throw new Error('There is no final')
  const results = game ? await scoreboards.readLive(game) : null
  const facts = { rounds: contest.rounds, official: [], finalOrder: new Map() }
  const found = await readFinalVote(db, { contest, results, round, facts })
  const codeOf = (id: number | null) => contest.entries.find((entry) => entry.id === id)?.code ?? null
  return found && { next: codeOf(found.next), open: contest.entries.length - found.complete.size }
}

test('is known from the juries’ publication on, by its sum alone, and then by what has changed', async () => {
  expect(await vote()).toBeNull()
  await publish({ at: 1000, se: 700, il: 445 })
  expect(await vote(), 'one point is missing').toBeNull()
  await publish({ at: 1000, se: 700, il: 446 })
  expect(await vote(), '34 countries have none').toEqual({ next: null, open: 37 })
  await publish({ at: 1000, se: 700, il: 500 })
  expect(await vote()).toEqual({ next: 'SE', open: 2 })
})

test('follows the newest publication of the juries, where they were corrected', async () => {
  await publish({ at: 1000, se: 700, il: 446 })
  await publish({ at: 1001, se: 699, il: 446 })
  await publish({ at: 1001, se: 699, il: 500 })
  expect(await vote()).toEqual({ next: 'SE', open: 2 })
})

test('goes on from the juries’ points as they were corrected while the viewers’ are read out', async () => {
  await publish({ at: 1000, se: 700, il: 446 })
  await publish({ at: 1000, se: 700, il: 500 })
  await publish({ at: 1001, se: 699, il: 500 })
  expect(await vote()).toEqual({ next: 'SE', open: 2 })
  await publish({ at: 1001, se: 800, il: 500 })
  expect(await vote(), 'Austria’s one point more is the juries’').toEqual({ next: 'AT', open: 1 })
  await publish({ at: 1002, se: 800, il: 500 })
  expect(await vote(), 'not all points of the viewers are given').toBeNull()
  await publish({ at: 3050, se: 800, il: 500 })
  expect(await vote(), '4,350 in all').toEqual({ next: null, open: 0 })
})

test('is not known from an earlier play of the final, after the demo’s clock went back', async () => {
  await publish({ at: 1000, se: 700, il: 446 })
  await world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now: between }))
  await publish({ at: 12 })
  expect(await vote()).toBeNull()
  await publish({ at: 1000, se: 700, il: 446 })
  expect(await vote()).toEqual({ next: null, open: 37 })
})

test('is known while points of another round become official', async () => {
  await world.savePoints(1, { at: 1 })
  await world.publish(1)
  await publish({ at: 1000, se: 700, il: 446 })
  await world.savePoints(1, { at: 2 })
  await world.publish(1)
  await publish({ at: 1000, se: 700, il: 500 })
  expect(await vote()).toEqual({ next: 'SE', open: 2 })
})

test('reads the newest 200 presses of a show, the oldest first', async () => {
  await publish({ at: 1 })
  const { db } = world
  const first = await db.selectFrom('publications').selectAll().executeTakeFirstOrThrow()
  let id = first.id
  for (let press = 2; press <= 205; press += 1) {
    const next = { ...first, id: id + 1, version: press, replaced_id: id }
    await db.insertInto('publications').values(next).execute()
    const [entry] = world.contest.entries
    const points = { publication_id: next.id, round_number: 3, entry_id: entry?.id ?? 0, points: press }
    await db.insertInto('publication_points').values(points).execute()
    id = next.id
  }
  const presses = await listLivePoints(db, { publicationId: id, roundNumber: 3 })
  expect(presses).toHaveLength(200)
  expect(presses.map((points) => [...points.values()][0])).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 6),
  )
})
