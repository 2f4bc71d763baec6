import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePoints, changeSongsBegun, listDeskEntries } from '#app/services/scoreboard/desk.server.ts'
import { rewindRounds, saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { findScoredRound, listEnteredPoints } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { between, firstDeadline, openScoreboardWorld, type ScoreboardWorld } from './scoreboard-world.ts'

/** Two desks of one round: each changes single countries, and nothing is overwritten unseen. */
let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld()
  world.setClock(firstDeadline)
})
afterEach(() => world.close())

const idOf = (code: string) => world.contest.entries.find((entry) => entry.code === code)?.id ?? 0
const change = (code: string, from: number | null, to: number | null) => ({ entryId: idOf(code), from, to })

function enter(changes: ReturnType<typeof change>[], roundNumber = 1) {
  return changePoints(world.db, { gameId: world.gameId, roundNumber, changes, clock: world.clock })
}

async function stored() {
  const entered = await listEnteredPoints(world.db, { gameId: world.gameId, roundNumber: 1 })
  const codeOf = new Map(world.contest.entries.map(({ id, code }) => [id, code]))
  return Object.fromEntries(entered.map(({ entryId, points }) => [codeOf.get(entryId), points]))
}

const version = async () =>
  (await findScoredRound(world.db, { gameId: world.gameId, roundNumber: 1 }))?.scoresVersion

describe('entering points', () => {
  test('changes these countries and no other, and tells when', async () => {
    expect(await enter([change('SE', null, 50)])).toEqual({ ok: true })
    world.setClock(firstDeadline + 1000)
    expect(await enter([change('IS', null, 50)])).toEqual({ ok: true })
    expect(await stored()).toEqual({ SE: 50, IS: 50 })
    const entered = await listEnteredPoints(world.db, { gameId: world.gameId, roundNumber: 1 })
    const timeOf = (code: string) => entered.find(({ entryId }) => entryId === idOf(code))?.changedAt
    expect([timeOf('SE'), timeOf('IS')]).toEqual([firstDeadline, firstDeadline + 1000])
    expect(await enter([change('SE', 50, null)])).toEqual({ ok: true })
    expect(await stored()).toEqual({ IS: 50 })
    expect(await version()).toBe(3)
  })

  test('of a country that another desk changed is refused as a whole, and tells what is stored', async () => {
    await enter([change('SE', null, 50)])
    const refused = await enter([change('IS', null, 50), change('SE', null, 12)])
    expect(refused).toEqual({
      ok: false,
      problem: 'SCORES_CHANGED',
      stored: [{ entryId: idOf('SE'), points: 50 }],
    })
    expect(await stored()).toEqual({ SE: 50 })
    expect(await enter([change('IS', null, 50), change('SE', 50, 12)])).toEqual({ ok: true })
    expect(await stored()).toEqual({ SE: 12, IS: 50 })
  })

  test('that another desk entered just so changes nothing', async () => {
    await enter([change('SE', null, 50)])
    expect(await enter([change('SE', null, 50)])).toEqual({ ok: true })
    expect(await version()).toBe(1)
  })

  test('by two desks at once keeps both, and one value for the same country', async () => {
    const both = await Promise.all([
      enter([change('SE', null, 50), change('IS', null, 1)]),
      enter([change('PL', null, 50)]),
      enter([change('SE', null, 12)]),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(2)
    const { SE, ...others } = await stored()
    expect([50, 12]).toContain(SE)
    expect(others).toEqual(SE === 50 ? { IS: 1, PL: 50 } : { PL: 50 })
  })

  test('is refused for an unknown country, other numbers, an unknown round, and once the round is official', async () => {
    await enter([change('SE', null, 50)])
    const refused = (problem: string) => ({ ok: false, problem })
    expect(await enter([{ entryId: 0, from: null, to: 1 }])).toEqual(refused('ENTRY_UNKNOWN'))
    expect(await enter([change('SE', 50, 10_000)])).toEqual(refused('POINTS_INVALID'))
    expect(await enter([change('SE', 50, -1)])).toEqual(refused('POINTS_INVALID'))
    expect(await enter([change('SE', 50, 0.5)])).toEqual(refused('POINTS_INVALID'))
    expect(await enter([change('SE', 50, 1)], 9)).toEqual(refused('ROUND_MISSING'))
    await world.publish(1)
    expect(await enter([change('SE', 50, 1)])).toEqual(refused('ROUND_OFFICIAL'))
    expect(await stored()).toEqual({ SE: 50 })
  })

  test('keeps its time when all points of the round are saved at once', async () => {
    await enter([change('SE', null, 50)])
    world.setClock(between)
    const scores = [
      { entryId: idOf('SE'), points: 50 },
      { entryId: idOf('IS'), points: 50 },
    ]
    const { gameId, clock, db } = world
    await saveRoundScores(db, { gameId, roundNumber: 1, scores, expectedVersion: null, clock })
    const entered = await listEnteredPoints(db, { gameId, roundNumber: 1 })
    expect(entered).toHaveLength(37)
    const timeOf = (code: string) => entered.find(({ entryId }) => entryId === idOf(code))?.changedAt
    expect([timeOf('SE'), timeOf('IS'), timeOf('AT')]).toEqual([firstDeadline, between, between])
  })
})

describe('counting songs', () => {
  const count = (from: number, to: number) =>
    changeSongsBegun(world.db, { gameId: world.gameId, roundNumber: 1, from, to, clock: world.clock })
  const begun = async () => (await findActiveContest(world.db))?.rounds.map(({ songsBegun }) => songsBegun)

  test('two presses for one song count once, the later one is told, and a press can be taken back', async () => {
    const both = await Promise.all([count(0, 1), count(0, 1)])
    expect(both).toEqual([{ ok: true }, { ok: true, begunAlready: 1 }])
    expect(await begun()).toEqual([1, 0, 0])
    await count(1, 2)
    expect(await count(0, 1)).toEqual({ ok: true, begunAlready: 2 })
    await count(2, 1)
    expect(await begun()).toEqual([1, 0, 0])
  })

  test('is refused before the show and once it is official; the demo’s clock going back starts over', async () => {
    world.setClock(firstDeadline - 1)
    expect(await count(0, 1)).toEqual({ ok: false, problem: 'ROUND_NOT_STARTED' })
    world.setClock(firstDeadline)
    await count(0, 1)
    await world.db
      .transaction()
      .execute((tx) => rewindRounds(tx, { gameId: world.gameId, now: firstDeadline - 1 }))
    expect(await begun()).toEqual([0, 0, 0])
    await enter([change('SE', null, 50)])
    await world.publish(1)
    expect(await count(0, 1)).toEqual({ ok: false, problem: 'ROUND_OFFICIAL' })
    expect(await begun()).toEqual([0, 0, 0])
  })
})

test('a desk lists who sings in running order, then the others by name', async () => {
  const codes = async (roundNumber: number) => {
    const contest = await findActiveContest(world.db)
    const round = contest?.rounds.find((each) => each.roundNumber === roundNumber)
    const entries = contest && round ? await listDeskEntries(world.db, contest, round) : []
    return entries
      .filter(({ isInShow }) => isInShow)
      .map(({ code, runningOrder }) => `${runningOrder} ${code}`)
  }
  const first = await codes(1)
  expect([first.length, ...first.slice(0, 2), first.at(-1)]).toEqual([15, '1 IS', '2 PL', '15 CY'])
  expect(
    new Set((await codes(3)).map((line) => line.split(' ')[0])),
    'the final’s order is not public',
  ).toEqual(new Set(['null']))
  world.setClock(between + 7 * 24 * 3600 * 1000)
  for (const round of [1, 2] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
  }
  const final = await codes(3)
  expect([final.length, final[0], final.at(-1)]).toEqual([26, '1 NO', '26 AL'])
})
