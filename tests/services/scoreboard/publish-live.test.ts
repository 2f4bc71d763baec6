import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishLive } from '#app/services/scoreboard/publish.server.ts'
import { createScoreboards, type Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import {
  afterFinal,
  between,
  firstDeadline,
  openScoreboardWorld,
  type ScoreboardWorld,
} from './scoreboard-world.ts'

/** Live publications (D34): shown beside the official ones until the official ones of their round replace them. */
let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld({ inFile: true })
})
afterEach(() => world.close())

interface Process {
  db: Db
  scoreboards: Scoreboards
}

const publish = (roundNumber: number, by: Process = world, expectedVersion: number | null = null) =>
  publishLive(by.db, by.scoreboards, {
    gameId: world.gameId,
    roundNumber,
    expectedVersion,
    managerId: null,
    clock: world.clock,
  })

const published = { ok: true, isNew: true }
const refused = (problem: string) => ({ ok: false, problem })

/** The live total of a team and the rounds that it covers; null without live results. */
async function live(teamId: number, by: Process = world) {
  const game = await findGame(by.db, world.gameId)
  const results = game && (await by.scoreboards.readLive(game))
  if (!results) return null
  const { kind, roundNumbers } = results.publication
  return `${kind} ${roundNumbers.join('.')}: ${results.findStanding(teamId)?.totalHundredths}`
}

const announced = async () =>
  (await world.publications()).map(({ version, kind, rounds }) => `${version} ${kind} ${rounds}`)

describe('a live publication is refused', () => {
  test('before the deadline, before scores are saved, and once the round is official', async () => {
    expect(await publish(4)).toEqual(refused('ROUND_MISSING'))
    world.setClock(firstDeadline)
    expect(await publish(1)).toEqual(refused('SCORES_MISSING'))
    const seen = await world.savePoints(1, { at: 1 })
    world.setClock(firstDeadline - 1)
    expect(await publish(1)).toEqual(refused('ROUND_NOT_STARTED'))
    world.setClock(firstDeadline)
    await world.savePoints(1, { at: 2 })
    expect(await publish(1, world, seen), 'another admin saved').toEqual(refused('SCORES_CHANGED'))
    await world.publish(1)
    expect(await publish(1)).toEqual(refused('ROUND_OFFICIAL'))
    expect(await announced()).toEqual(['1 official 1'])
  })
})

describe('a live publication', () => {
  test('is shown when it returns, changes nothing official, and writes no mail', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await world.publish(1)
    const mailings = () => world.db.selectFrom('mailings').selectAll().execute()
    const before = await mailings()
    await world.savePoints(2, { at: 10 })
    expect(await publish(2)).toEqual(published)
    expect(await live(anna)).toBe('live 1.2: 6000')
    expect(await world.lines()).toEqual(['1 1 Anna 5000'])
    expect((await world.results())?.publication.roundNumbers).toEqual([1])
    expect(await mailings()).toEqual(before)
    expect(await announced()).toEqual(['1 official 1', '2 live 1.2'])
  })

  test('is a version for each press that changes something', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await publish(1)
    expect(await publish(1)).toEqual({ ok: true, isNew: false })
    await world.savePoints(1, { at: 50, se: 50 })
    expect(await publish(1)).toEqual(published)
    expect(await announced()).toEqual(['1 live 1', '2 live 1'])
    expect(await live(anna)).toBe('live 1: 8500')
  })

  test('ends with the official one of its round, which also takes what was saved since', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await publish(1)
    await world.savePoints(1, { at: 40 })
    await world.publish(1)
    expect(await live(anna)).toBeNull()
    expect(await world.lines()).toEqual(['1 1 Anna 4000'])
    expect(await announced()).toEqual(['1 live 1', '2 official 1'])
  })

  test('of another round stays over new official points', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await world.publish(1)
    await world.savePoints(3, { at: 100 })
    await publish(3)
    await world.savePoints(1, { at: 60 })
    await world.publish(1)
    expect(await live(anna)).toBe('live 1.3: 16000')
    expect(await announced()).toEqual(['1 official 1', '2 live 1.3', '3 official 1', '4 live 1.3'])
    await world.savePoints(2, { at: 7 })
    expect(await publish(2), 'two rounds can be live').toEqual(published)
    expect(await live(anna)).toBe('live 1.2.3: 16700')
  })

  test('is seen by another process, and its end, too', async () => {
    const anna = await world.addTeam('Anna')
    const other = world.openProcess()
    await world.savePoints(1, { at: 50 })
    await publish(1)
    expect(await live(anna, other)).toBe('live 1: 5000')
    await world.savePoints(1, { at: 50, se: 1 })
    await publish(1, other)
    expect(await live(anna)).toBe('live 1: 5070')
    await world.publish(1, { by: other })
    expect(await live(anna)).toBeNull()
    expect(await world.lines()).toEqual(['1 1 Anna 5070'])
  })

  test('is not shown any more when the demo’s clock goes back before its round', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await world.publish(1)
    await world.savePoints(3, { at: 100 })
    await publish(3)
    world.setClock(between)
    await world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now: between }))
    expect(await live(anna)).toBeNull()
    expect(await world.lines()).toEqual(['1 1 Anna 5000'])
  })

  test('leaves memory with the next refresh after its end', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 50 })
    await publish(1)
    await world.publish(1)
    const game = await findGame(world.db, world.gameId)
    if (!game) throw new Error('No season')
    const before = world.scoreboards.countChanges()
    await world.scoreboards.refresh(game)
    expect(world.scoreboards.countChanges()).toBe(before + 1)
    await world.scoreboards.refresh(game)
    expect(world.scoreboards.countChanges()).toBe(before + 1)
  })
})

describe('what was shown before a press', () => {
  const minutes = (count: number) => between + count * 60_000

  /** What a process compares the live results with; null for nothing. */
  async function readBefore(by: Process) {
    const game = await findGame(by.db, world.gameId)
    const results = game && (await by.scoreboards.readLive(game))
    if (!results) throw new Error('Nothing is live')
    return by.scoreboards.readBefore(game, results)
  }

  const versionBefore = async (by: Process = world) =>
    (await readBefore(by))?.results.publication.version ?? null

  /** As a process that saw each press says, and one that starts now. */
  async function versionsBefore() {
    return [await versionBefore(), await versionBefore(world.openProcess())]
  }

  async function press(roundNumber: number, at: number, points: number) {
    world.setClock(at)
    await world.savePoints(roundNumber, { at: points })
    expect(await publish(roundNumber)).toEqual(published)
  }

  async function rewind(now: number) {
    world.setClock(now)
    await world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now }))
  }

  beforeEach(async () => {
    await world.addTeam('Anna')
    world.setClock(between)
  })

  test('is the press before, or the official results of the rounds before', async () => {
    await press(1, minutes(0), 1)
    expect(await versionsBefore()).toEqual([null, null])
    await press(1, minutes(1), 2)
    expect(await versionsBefore()).toEqual([1, 1])
    await world.publish(1)
    await press(3, afterFinal, 3)
    expect(await versionsBefore()).toEqual([3, 3])
    await press(3, afterFinal, 4)
    expect(await versionsBefore(), 'in the same instant').toEqual([4, 4])
  })

  test('has its points, and the teams and members of now', async () => {
    const other = await world.addTeam('Björn', ['ee', 'il', 'at', 'se', 'it', 'gr'])
    const leagueId = await world.addLeague('Sofa', [other - 1])
    await press(1, minutes(0), 10)
    await press(1, minutes(1), 20)
    await world.join(leagueId, other)
    const late = await world.addTeam('Late', undefined, { rounds: [2, 3] })
    for (const by of [world, world.openProcess()]) {
      const before = await readBefore(by)
      const rows = before?.results.listRows({ offset: 0, limit: 10 })
      expect(rows?.map((row) => [row.rank, row.teamId, row.totalHundredths])).toEqual([
        [1, other - 1, 1000],
        [2, other, 850],
        [3, late, 0],
      ])
      const members = (await before?.readLeague(leagueId))?.listRows({ offset: 0, limit: 10 })
      expect(members?.map((row) => [row.rank, row.teamId])).toEqual([
        [1, other - 1],
        [2, other],
      ])
    }
  })

  test('is nothing of an earlier play of the first show', async () => {
    await press(1, minutes(0), 1)
    await press(1, minutes(9), 2)
    await rewind(firstDeadline - 1)
    await press(1, minutes(1), 3)
    expect(await versionsBefore()).toEqual([null, null])
    await press(1, minutes(2), 4)
    expect(await versionsBefore()).toEqual([3, 3])
  })

  test('is nothing of an earlier play of the first show that was faster', async () => {
    await press(1, minutes(0), 1)
    await press(1, minutes(9), 2)
    await rewind(firstDeadline - 1)
    await press(1, minutes(10), 3)
    expect(await versionsBefore()).toEqual([null, null])
  })

  test('is still the press before when the clock goes back within a show', async () => {
    await press(1, minutes(9), 1)
    await rewind(minutes(5))
    await press(1, minutes(6), 2)
    expect(await versionsBefore()).toEqual([1, 1])
  })

  test('is the press before also where another round became official since', async () => {
    await press(1, minutes(0), 1)
    await press(3, afterFinal, 2)
    await world.publish(1)
    expect(await announced()).toEqual(['1 live 1', '2 live 1.3', '3 official 1', '4 live 1.3'])
    expect(await versionsBefore()).toEqual([2, 2])
  })

  test('is nothing official that the clock has taken back, whatever its time', async () => {
    await press(1, minutes(0), 1)
    await world.publish(1)
    await rewind(firstDeadline - 1)
    await press(1, minutes(5), 1)
    expect(await versionsBefore()).toEqual([null, null])
  })

  test('is nothing of a later show', async () => {
    await press(3, afterFinal, 9)
    await rewind(firstDeadline - 1)
    await press(1, afterFinal + 1, 1)
    expect(await versionsBefore()).toEqual([null, null])
  })

  test('at the second play of the final are the official results before it', async () => {
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    await press(3, afterFinal, 2)
    await press(3, afterFinal + 60_000, 3)
    await world.publish(3)
    await rewind(minutes(5))
    await press(3, afterFinal, 4)
    expect(await versionsBefore()).toEqual([1, 1])
    await press(3, afterFinal + 1, 5)
    expect(await versionsBefore()).toEqual([5, 5])
  })

  test('is loaded again some seconds after it could not be, and then something is new', async () => {
    let now = 0
    const faults: unknown[] = []
    const process = {
      db: world.db,
      scoreboards: createScoreboards({
        db: world.db,
        clock: world.clock,
        location: null,
        isDemo: false,
        onError: (error) => void faults.push(error),
        timer: () => now,
      }),
    }
    await press(1, minutes(0), 1)
    await press(1, minutes(1), 2)
    const game = await findGame(world.db, world.gameId)
    const results = game && (await process.scoreboards.readLive(game))
    if (!results) throw new Error('Nothing is live')
    const shown = process.scoreboards.listShown()
    await sql`alter table publication_points rename to gone`.execute(world.db)
    for (const time of [0, 1, 4_999]) {
      now = time
      expect(await versionBefore(process)).toBeNull()
    }
    expect(faults, 'tried once in five seconds').toHaveLength(1)
    now = 5_000
    const ask = () => process.scoreboards.readBefore(game, results)
    expect(await Promise.all([ask(), ask()])).toEqual([null, null])
    expect(faults).toHaveLength(3)
    expect(faults[2], 'the fault of one load for both').toBe(faults[1])
    expect(process.scoreboards.isBeforeMissing(results)).toBe(true)

    await sql`alter table gone rename to publication_points`.execute(world.db)
    expect([await versionBefore(process), faults.length]).toEqual([null, 3])
    expect(process.scoreboards.listShown()).toEqual(shown)
    now = 10_000
    expect(await versionBefore(process)).toBe(1)
    expect(process.scoreboards.isBeforeMissing(results)).toBe(false)
    expect(process.scoreboards.listShown(), 'for those who have asked already').not.toEqual(shown)
    await press(1, minutes(2), 3)
    expect(await versionBefore(process)).toBe(2)
    expect(process.scoreboards.listShown().slice(2)).toEqual(shown.slice(2))
  })
})
