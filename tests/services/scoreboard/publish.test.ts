import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOnPostgres } from '#tests/support/databases.ts'
import { firstDeadline, openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

const published = { ok: true, isNew: true }
const nothingNew = { ok: true, isNew: false }
const refused = (problem: string) => ({ ok: false, problem })

/** The publication in force: version, rounds and note. */
const announced = async () =>
  (await world.publications()).map(({ version, rounds, note }) =>
    `${version}: ${rounds} ${note ?? ''}`.trim(),
  )

/** From now on storing 20 points fails, as on a full disk. */
const fillDisk = isOnPostgres
  ? [
      sql`create function fail() returns trigger language plpgsql as $$ begin
        raise exception 'database or disk is full'; end $$`,
      sql`create trigger filled before insert on publication_points
        for each row when (new.points = 20) execute function fail()`,
    ]
  : [
      sql`create trigger filled before insert on publication_points when new.points = 20 begin
        select raise(abort, 'database or disk is full');
      end`,
    ]

const versions = () => world.db.selectFrom('versions').selectAll().orderBy('topic').execute()

describe('publishing is refused', () => {
  test('for an unknown round, before the deadline and before scores are saved', async () => {
    expect(await world.publish(4)).toEqual(refused('ROUND_MISSING'))
    world.setClock(firstDeadline)
    expect(await world.publish(1)).toEqual(refused('SCORES_MISSING'))
    await world.savePoints(1, {})
    world.setClock(firstDeadline - 1)
    expect(await world.publish(1)).toEqual(refused('ROUND_NOT_STARTED'))
    expect(await announced()).toEqual([])
    world.setClock(firstDeadline)
    expect(await world.publish(1)).toEqual(published)
  })

  test('for points that another admin changed since', async () => {
    await world.addTeam('Anna')
    const seen = await world.savePoints(1, { at: 1 })
    const now = await world.savePoints(1, { at: 2 })
    const before = await versions()
    expect(await world.publish(1, { expectedVersion: seen })).toEqual(refused('SCORES_CHANGED'))
    expect(await announced()).toEqual([])
    expect(await versions()).toEqual(before)
    expect(await world.lines()).toEqual(['- 1 Anna -'])
    expect(await world.publish(1, { expectedVersion: now })).toEqual(published)
    expect(await world.lines()).toEqual(['1 1 Anna 200'])
  })
})

describe('a correction', () => {
  test('without a note is refused; a note is stored with a correction only', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    expect(await world.publish(1, { note: 'Not needed' })).toEqual(published)
    await world.savePoints(1, { at: 2 })
    expect(await world.publish(1, { note: null })).toEqual(refused('NOTE_MISSING'))
    await world.savePoints(2, {})
    expect(await world.publish(2, { note: null }), 'with another round').toEqual(refused('NOTE_MISSING'))
    expect(await announced()).toEqual(['1: 1'])
    expect(await world.publish(1, { note: 'Austria has 2' })).toEqual(published)
    expect(await world.publish(2, { note: null })).toEqual(published)
    expect(await announced()).toEqual(['1: 1', '2: 1 Austria has 2', '3: 1.2'])
  })
})

describe('a publication', () => {
  test('is in force when it returns, and invalidates pages of the game and the ranking', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 10 })
    const before = new Map((await versions()).map(({ topic, n }) => [topic, n]))
    expect(await world.publish(1)).toEqual(published)
    const changed = (await versions()).filter(({ topic, n }) => n !== before.get(topic))
    expect(changed.map(({ topic }) => topic)).toEqual(['game', 'ranking'])
    expect(await world.lines()).toEqual(['1 1 Anna 1000'])
    expect(await announced()).toEqual(['1: 1'])
  })

  test('of the same points publishes nothing', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 10 })
    await world.publish(1)
    const [rows, before] = [await world.publications(), await versions()]
    expect(await world.publish(1)).toEqual(nothingNew)
    expect(await world.publications()).toEqual(rows)
    expect(await versions()).toEqual(before)
    await world.savePoints(1, { at: 10, se: 0 })
    expect(await world.publish(1)).toEqual(nothingNew)
  })

  test('shows no points that are saved but not published', async () => {
    const teamId = await world.addTeam('Anna')
    const at = world.contest.entries.find((entry) => entry.code === 'AT')?.id
    await world.savePoints(1, { at: 10 })
    await world.publish(1)
    await world.savePoints(1, { at: 20 })
    await world.savePoints(2, { at: 1 })
    const results = await world.results()
    expect(results?.pointsOf(1)).toContainEqual({ entryId: at, points: 10 })
    expect(results?.pointsOf(2)).toEqual([])
    expect(results?.listRoundResults(teamId)).toMatchObject([{ roundNumber: 1, scoreHundredths: 1000 }])
  })

  test('corrects an earlier round with the next one, with a note', async () => {
    const teamId = await world.addTeam('Anna')
    await world.savePoints(1, { at: 10 })
    await world.publish(1)
    await world.savePoints(2, { at: 1 })
    await world.publish(2)
    await world.savePoints(1, { at: 20 })
    await world.savePoints(3, {})
    expect(await world.publish(3)).toEqual(published)
    expect(await announced()).toEqual(['1: 1', '2: 1.2', '3: 1.2.3 Corrected'])
    expect((await world.results())?.listRoundResults(teamId)).toMatchObject([
      { roundNumber: 1, scoreHundredths: 2000, totalHundredths: 2000 },
      { roundNumber: 2, scoreHundredths: 100, totalHundredths: 2100 },
      { roundNumber: 3, scoreHundredths: 0, totalHundredths: 2100 },
    ])
  })

  test('covers rounds in any order: totals count the published ones', async () => {
    const teamId = await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.savePoints(3, { at: 100 })
    await world.publish(3)
    const results = async () => (await world.results())?.listRoundResults(teamId)
    expect(await results()).toMatchObject([{ roundNumber: 3, totalHundredths: 10000 }])
    await world.publish(1)
    expect(await results()).toMatchObject([
      { roundNumber: 1, totalHundredths: 100 },
      { roundNumber: 3, totalHundredths: 10100 },
    ])
    expect(await announced()).toEqual(['1: 3', '2: 1.3'])
  })

  test('of a season without teams shows an empty table, and late joiners', async () => {
    await world.saveRealPoints(1)
    expect(await world.publish(1)).toEqual(published)
    expect(await world.table()).toEqual([])
    await world.addTeam('Late', undefined, { rounds: [3] })
    expect(await world.lines()).toEqual(['1 1 Late 0'])
  })

  test('that fails halfway leaves the old one in force, and a retry works', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 10 })
    await world.publish(1)
    await world.savePoints(1, { at: 20 })
    const before = await world.snapshot()
    for (const statement of fillDisk) await statement.execute(world.db)
    await expect(world.publish(1)).rejects.toThrow('database or disk is full')
    expect(await announced()).toEqual(['1: 1'])
    expect(await world.snapshot()).toEqual(before)
    expect(await world.lines()).toEqual(['1 1 Anna 1000'])
    await (isOnPostgres ? sql`drop trigger filled on publication_points` : sql`drop trigger filled`).execute(
      world.db,
    )
    expect(await world.publish(1)).toEqual(published)
    expect(await announced()).toEqual(['1: 1', '2: 1 Corrected'])
    expect(await world.lines()).toEqual(['1 1 Anna 2000'])
  })
})

describe('two concurrent publications', () => {
  let other: ReturnType<ScoreboardWorld['openProcess']>
  beforeEach(async () => {
    await world.close()
    world = await openScoreboardWorld({ inFile: true })
    other = world.openProcess()
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.savePoints(2, { at: 2 })
  })

  test.each(['in one process', 'in two'])('of one round %s publish it once', async (where) => {
    const by = where === 'in two' ? other : undefined
    const both = await Promise.all([world.publish(1), world.publish(1, by && { by })])
    expect(both).toContainEqual(published)
    expect(both.filter((each) => each.ok)).toHaveLength(2)
    expect(await announced()).toEqual(['1: 1'])
    for (const each of [undefined, other]) expect(await world.lines(each)).toEqual(['1 1 Anna 100'])
  })

  test.each(['in one process', 'in two'])(
    'of two rounds %s publish both, one after the other',
    async (where) => {
      const by = where === 'in two' ? other : undefined
      const both = await Promise.all([world.publish(1), world.publish(2, by && { by })])
      expect(both).toEqual([published, published])
      expect((await announced()).at(-1)).toBe('2: 1.2')
      for (const each of [undefined, other]) expect(await world.lines(each)).toEqual(['1 1 Anna 300'])
    },
  )

  test('and a save between computing and publishing: the saved points are published', async () => {
    await world.publish(1)
    const { scoreboards } = world
    // The save happens after the results are computed.
    const late = {
      ...scoreboards,
      compute: async (...args: Parameters<typeof scoreboards.compute>) => {
        const board = await scoreboards.compute(...args)
        await world.savePoints(1, { at: 50 })
        return board
      },
    }
    await world.savePoints(1, { at: 40 })
    expect(await world.publish(1, { by: { db: world.db, scoreboards: late } })).toEqual(published)
    expect(await world.lines()).toEqual(['1 1 Anna 5000'])
    expect(await world.lines(other)).toEqual(['1 1 Anna 5000'])
  })
})
