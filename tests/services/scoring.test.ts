import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestCompute, saveRoundScores } from '#app/services/scoring.server.ts'
import { findScoredRound, listRoundScores } from '#db/round-scores.server.ts'
import type { Db } from '#db/schema.server.ts'
import { afterFinal, clock, clockAt, entryIdsByCode, gameOf, openSeason } from './compute-world.ts'

const firstDeadline = Date.parse('2025-05-13T19:00:00Z')

let db: Db
let gameId: number
let ids: Map<string, number>
beforeEach(async () => {
  db = await openSeason()
  gameId = (await gameOf(db)).id
  ids = await entryIdsByCode(db)
})
afterEach(() => db.destroy())

const points = (code: string, value: number) => ({ entryId: ids.get(code) ?? 0, points: value })

function save(
  scores: { entryId: number; points: number }[],
  expectedVersion: number | null = null,
  roundNumber = 1,
) {
  return saveRoundScores(db, { gameId, roundNumber, scores, expectedVersion, clock })
}

async function stored() {
  const scores = await listRoundScores(db, { gameId, roundNumber: 1 })
  expect(scores).toHaveLength(37)
  return scores.filter((score) => score.points > 0)
}

describe('saving scores', () => {
  test('replaces the round: a country that is not listed gets 0', async () => {
    await save([points('at', 50), points('se', 9999)])
    const saved = await save([points('se', 12), points('it', 0)])
    expect(saved).toMatchObject({ ok: true, version: 2 })
    expect(await stored()).toEqual([points('se', 12)])
    const round = await findScoredRound(db, { gameId, roundNumber: 1 })
    expect(round).toMatchObject({ scoresVersion: 2, scoresSavedAt: afterFinal, computedAt: null })
  })

  test.each([
    ['ROUND_MISSING', () => save([], null, 4)],
    ['ENTRY_UNKNOWN', () => save([{ entryId: 0, points: 1 }])],
    ['ENTRY_REPEATED', () => save([points('se', 1), points('se', 1)])],
    ['POINTS_INVALID', () => save([points('se', 10_000)])],
    ['POINTS_INVALID', () => save([points('se', -1)])],
    ['POINTS_INVALID', () => save([points('se', 0.5)])],
  ])('refuses with %s and changes nothing', async (problem, attempt) => {
    await save([points('at', 7)])
    expect(await attempt()).toEqual({ ok: false, problem })
    expect(await stored()).toEqual([points('at', 7)])
  })

  test('never overwrites what another admin saved in between', async () => {
    await save([points('at', 7)], 0)
    const refused = await save([points('at', 8)], 0)
    expect(refused).toMatchObject({ ok: false, problem: 'SCORES_CHANGED', version: 1 })
    expect(refused).toMatchObject({ scores: expect.arrayContaining([points('at', 7)]) })
    expect(await stored()).toEqual([points('at', 7)])
    expect(await save([points('at', 8)], 1)).toMatchObject({ ok: true, version: 2 })
  })
})

describe('asking for a computation', () => {
  const ask = (now: number, roundNumber = 1) =>
    requestCompute(db, { gameId, roundNumber, clock: clockAt(now) })

  test('is refused for an unknown round, before the deadline and before scores were saved', async () => {
    expect(await ask(afterFinal, 4)).toEqual({ ok: false, problem: 'ROUND_MISSING' })
    expect(await ask(firstDeadline)).toEqual({ ok: false, problem: 'SCORES_MISSING' })
    await save([])
    expect(await ask(firstDeadline - 1)).toEqual({ ok: false, problem: 'ROUND_NOT_STARTED' })
    expect(await db.selectFrom('computations').select('id').execute()).toEqual([])
    expect(await ask(firstDeadline)).toMatchObject({ ok: true })
  })

  test('joins the one that waits already', async () => {
    await save([])
    await save([], null, 2)
    const first = await ask(afterFinal)
    expect(await ask(afterFinal, 2)).toEqual(first)
    expect(await db.selectFrom('computations').select('state').execute()).toEqual([{ state: 'queued' }])
    const rounds = await db
      .selectFrom('rounds')
      .select('compute_requested_at as at')
      .orderBy('round_number')
      .execute()
    expect(rounds.map((round) => round.at)).toEqual([afterFinal, afterFinal, null])
  })
})
