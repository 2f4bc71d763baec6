import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { listLineups, replaceLineups } from '#db/teams/lineups.server.ts'
import {
  afterFinal,
  between,
  firstDeadline,
  openScoreboardWorld,
  type ScoreboardWorld,
} from './scoreboard-world.ts'

// Of the six, Estonia, Sweden, Portugal and San Marino compete in the first semi-final, Austria in the second, Italy
// in none.
const six = ['at', 'it', 'ee', 'se', 'pt', 'sm']
const firstOrder = ['ee', 'se', 'pt', 'sm', 'at', 'it']
const secondDeadline = Date.parse('2025-05-15T19:00:00Z')
const finalDeadline = Date.parse('2025-05-17T19:00:00Z')

let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld({ inFile: true })
  world.setClock(firstDeadline - 1)
})
afterEach(() => world.close())

const settle = (db = world.db) => settleRounds(db, { gameId: world.gameId, clock: world.clock })
const settled = async () =>
  (await listRounds(world.db, world.gameId)).map((round) => round.settledAt !== null)
const lineups = () => world.db.selectFrom('lineups').selectAll().execute()
const automatic = { isAutomatic: true }

test('a deadline that is postponed after it has passed opens its round again, and what is saved then counts', async () => {
  const season = findBundledSeason(2025)
  const game = await findGame(world.db, world.gameId)
  if (!season || !game) throw new Error('There is no season')
  const teamId = await world.addTeam('Anna', six)
  world.setClock(firstDeadline)
  await world.scoreboards.prepare(game)
  expect(await settled()).toEqual([true, false, false])

  const postponed = firstDeadline + 3_600_000
  const rounds = season.rounds.map((round) =>
    round.roundNumber === 1 ? { ...round, deadlineAt: postponed } : round,
  )
  expect(await loadSeason(world.db, { ...season, rounds }, firstDeadline + 1)).toMatchObject({ ok: true })
  expect(await settled()).toEqual([false, false, false])
  const [lineup] = await listLineups(world.db, teamId)
  const entryIds = lineup?.entryIds.toReversed() ?? []
  await replaceLineups(world.db, teamId, [{ roundNumber: 1, entryIds, isAutomatic: false, savedAt: 2 }])

  world.setClock(postponed)
  await world.savePoints(1, { sm: 100 })
  await world.publish(1)
  expect(await world.lines(), 'San Marino, last before, stands first').toEqual(['1 1 Anna 10000'])
})

describe('automatic line-ups', () => {
  test('are stored after the deadline, with absent countries last, and saved ones stay', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    const byHand = await world.addTeam('Björn', six)
    await settle()
    expect(await settled()).toEqual([false, false, false])
    expect(await world.orderOf(teamId, 1)).toEqual(six)
    world.setClock(firstDeadline)
    await settle()
    expect(await settled()).toEqual([true, false, false])
    expect(await world.orderOf(teamId, 1)).toEqual(firstOrder)
    expect(await world.orderOf(teamId, 2)).toEqual(six)
    expect(await world.orderOf(byHand, 1)).toEqual(six)
  })

  test('score by their stored order', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    world.setClock(firstDeadline)
    await world.savePoints(1, { ee: 10, se: 10, pt: 10 })
    await world.publish(1)
    const scored = (await world.results())?.listRoundResults(teamId)
    // 100, 85 and 85 percent: the first three positions.
    expect(scored).toMatchObject([{ scoreHundredths: 10 * (100 + 85 + 85) }])
  })

  test('of the final have countries last whose semi-final is official without them', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    world.setClock(secondDeadline)
    await world.savePoints(1, { ee: 10, sm: 10 })
    await world.publish(1)
    world.setClock(finalDeadline)
    // The second semi-final is not official, so Austria stays in place. Italy needs none.
    await settle()
    expect(await world.orderOf(teamId, 3)).toEqual(['at', 'it', 'ee', 'sm', 'se', 'pt'])
    expect(await world.orderOf(teamId, 2)).toEqual(['at', 'it', 'ee', 'se', 'pt', 'sm'])
  })

  test('are stored once: later official results do not change them', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    world.setClock(afterFinal)
    await settle()
    await world.savePoints(1, { ee: 10 })
    await world.publish(1)
    const before = await lineups()
    await settle()
    expect(await lineups()).toEqual(before)
    expect(await world.orderOf(teamId, 3)).toEqual(six)
  })

  test('of rounds that were closed before stay unchanged', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    world.setClock(between)
    const round = world.db.updateTable('rounds').where('round_number', '=', 1)
    await round.set({ settled_at: firstDeadline }).execute()
    await settle()
    expect(await world.orderOf(teamId, 1)).toEqual(six)
    expect(await settled()).toEqual([true, false, false])
  })

  test('of many teams are all stored, in several batches', async () => {
    await world.addManyTeams(2_300, 1)
    world.setClock(secondDeadline)
    await settle()
    const semi = new Map(world.contest.entries.map((entry) => [entry.id, entry.semiFinal]))
    const rows = await world.db.selectFrom('lineups').selectAll().where('round_number', '<', 3).execute()
    expect(rows).toHaveLength(4_600)
    const wrong = rows.filter((row) => {
      const order = [row.entry_1, row.entry_2, row.entry_3, row.entry_4, row.entry_5, row.entry_6]
      const sings = order.map((id) => semi.get(id) === row.round_number)
      return sings.some((each, index) => each && sings[index - 1] === false)
    })
    expect(wrong).toEqual([])
    expect(await settled()).toEqual([true, true, false])
  })
})

describe('storing them', () => {
  test('again, or interrupted and restarted, has the same result', async () => {
    await world.addManyTeams(1_200, 1)
    world.setClock(firstDeadline)
    await settle()
    const whole = await lineups()
    // As if interrupted before the last step.
    await world.db.updateTable('rounds').set({ settled_at: null }).execute()
    await settle()
    expect(await lineups()).toEqual(whole)
    await settle()
    expect(await lineups()).toEqual(whole)
  })

  test('by two processes at once has the same result', async () => {
    await world.addManyTeams(1_200, 1)
    const teamId = await world.addTeam('Anna', six, automatic)
    world.setClock(firstDeadline)
    const other = world.openProcess()
    await Promise.all([settle(), settle(other.db)])
    expect(await world.orderOf(teamId, 1)).toEqual(firstOrder)
    expect(await settled()).toEqual([true, false, false])
    expect(await world.lines(other)).toEqual(await world.lines())
  })
})

describe('a save accepted in time', () => {
  test('and is committed after the deadline counts', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    const other = world.openProcess()
    const saved = [...six].reverse()
    const entryIds = saved.map(
      (code) => world.contest.entries.find((entry) => entry.code === code.toUpperCase())?.id ?? 0,
    )
    let publishing: Promise<unknown> | undefined
    await world.savePoints(1, { sm: 10, ee: 1 })
    await other.db.transaction().execute(async (tx) => {
      expect(await world.clock()).toBe(firstDeadline - 1)
      world.setClock(firstDeadline)
      publishing = world.publish(1)
      // The other process retries to get the write lock while this one holds it.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await replaceLineups(tx, teamId, [{ roundNumber: 1, entryIds, isAutomatic: false, savedAt: 2 }])
    })
    expect(await publishing).toEqual({ ok: true, isNew: true })
    expect(await world.orderOf(teamId, 1)).toEqual(saved)
    expect(await world.lines()).toEqual(['1 1 Anna 1070'])
  })
})

describe('the clock is moved back', () => {
  const back = (now: number) => {
    world.setClock(now)
    return world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now }))
  }

  test('and reopened rounds are settled again, with the saves since', async () => {
    const teamId = await world.addTeam('Anna', six, automatic)
    await world.savePoints(1, { ee: 1, sm: 100 })
    await world.savePoints(2, {})
    world.setClock(secondDeadline)
    await world.publish(1)
    await world.publish(2)
    expect(await world.lines()).toEqual(['1 1 Anna 7100'])
    await back(between)
    expect(await settled()).toEqual([true, false, false])
    await back(firstDeadline - 1)
    expect(await settled()).toEqual([false, false, false])
    const entryIds = ['sm', 'at', 'it', 'ee', 'se', 'pt'].map(
      (code) => world.contest.entries.find((entry) => entry.code === code.toUpperCase())?.id ?? 0,
    )
    await replaceLineups(world.db, teamId, [{ roundNumber: 1, entryIds, isAutomatic: false, savedAt: 2 }])
    // The very same instant as before.
    world.setClock(secondDeadline)
    expect(await world.lines()).toEqual(['- 1 Anna -'])
    await world.publish(1)
    expect(await world.lines()).toEqual(['1 1 Anna 10070'])
  })

  test('and teams deleted since affect nobody else’s line-up', async () => {
    const gone = await world.addTeam('Gone', ['se', 'at', 'it', 'ee', 'sm', 'pt'])
    await world.addTeam('Anna', six)
    await world.savePoints(1, { se: 10 })
    world.setClock(firstDeadline)
    await world.publish(1)
    expect(await world.lines()).toEqual(['1 1 Gone 1000', '2 1 Anna 700'])
    await back(firstDeadline - 1)
    await world.db.deleteFrom('teams').where('id', '=', gone).execute()
    await world.db.updateTable('games').set({ team_count: 1 }).execute()
    world.setClock(firstDeadline)
    await world.publish(1)
    expect(await world.lines()).toEqual(['1 1 Anna 700'])
  })
})
