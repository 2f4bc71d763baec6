import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const afterFinal = Date.parse('2025-05-18T08:00:00Z')

let db: Db
let clock: Clock
let gameId: number
let ids: Map<string, number>
beforeEach(async () => {
  const store = await openTestDatabase()
  store.setClock(afterFinal)
  db = store.db
  clock = store.clock
  gameId = store.contest.id
  ids = new Map(store.contest.entries.map((entry) => [entry.code.toLowerCase(), entry.id]))
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
    expect(round).toMatchObject({ scoresVersion: 2, scoresSavedAt: afterFinal })
    expect((await findActiveGame(db))?.publicationId).toBeNull()
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

  test('never overwrites a concurrent save by another admin', async () => {
    await save([points('at', 7)], 0)
    const refused = await save([points('at', 8)], 0)
    expect(refused).toMatchObject({ ok: false, problem: 'SCORES_CHANGED', version: 1 })
    expect(refused).toMatchObject({ scores: expect.arrayContaining([points('at', 7)]) })
    expect(await stored()).toEqual([points('at', 7)])
    expect(await save([points('at', 8)], 1)).toMatchObject({ ok: true, version: 2 })
  })
})
