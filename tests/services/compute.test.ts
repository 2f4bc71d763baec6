import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rankTeams } from '#app/game/ranking.ts'
import { lineupScore } from '#app/game/scoring.ts'
import { runComputation } from '#app/services/compute.server.ts'
import { takeBackRounds } from '#app/services/scoring.server.ts'
import { findLatestComputation } from '#db/computations.server.ts'
import { listLineups } from '#db/lineups.server.ts'
import {
  findStanding,
  listComputedPoints,
  listLeagueRanking,
  listRanking,
  listRoundResults,
} from '#db/rankings.server.ts'
import { listRoundScores } from '#db/round-scores.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  addLeague,
  addManyTeams,
  addTeam,
  askFor,
  clock,
  clockAt,
  compute,
  gameOf,
  generationOf,
  noPause,
  openSeason,
  reference,
  savePoints,
  saveRealPoints,
} from './compute-world.ts'

const six = ['at', 'il', 'ee', 'se', 'it', 'gr']

let db: Db
beforeEach(async () => {
  db = await openSeason()
})
afterEach(() => db.destroy())

async function table() {
  return listRanking(db, { game: await gameOf(db), offset: 0, limit: 100 })
}

async function resultsOf(teamId: number) {
  return listRoundResults(db, await generationOf(db), teamId)
}

test('the reference scores come out of the store exactly', async () => {
  const ids: number[] = []
  for (const { note, lineup } of reference.lineups) ids.push(await addTeam(db, note, lineup))
  for (const round of [1, 2, 3] as const) {
    await saveRealPoints(db, round)
    await compute(db, round)
  }
  for (const [index, { scoreHundredths }] of reference.lineups.entries()) {
    const results = await resultsOf(ids[index] ?? 0)
    const scores = results.map((result) => result.scoreHundredths)
    expect(scores).toEqual([scoreHundredths['1'], scoreHundredths['2'], scoreHundredths['3']])
    expect(results.at(-1)?.totalHundredths).toBe(scoreHundredths.total)
  }
  expect((await table()).map((row) => row.teamName)).toEqual(reference.lineups.map((lineup) => lineup.note))
})

describe('many teams agree with the rules', () => {
  /** What the pure rules say of every team after each round. */
  async function expected() {
    const rows = await db.selectFrom('teams').select('id').orderBy('id').execute()
    const points = [1, 2, 3].map(async (roundNumber) => {
      const scores = await listRoundScores(db, { gameId: (await gameOf(db)).id, roundNumber })
      return new Map(scores.map((score) => [score.entryId, score.points]))
    })
    const byRound = await Promise.all(points)
    const teams = await Promise.all(
      rows.map(async ({ id }) => {
        const lineups = await listLineups(db, id)
        const scores = lineups.map((lineup, index) =>
          lineupScore(
            lineup.entryIds.map((entryId) => byRound[index]?.get(entryId) ?? 0),
            reference.sharesPercent,
          ),
        )
        return { teamId: id, scores }
      }),
    )
    const ranksOf = (score: (scores: readonly number[]) => number) => {
      const ranked = rankTeams(
        teams.map((team) => ({ teamId: team.teamId, totalHundredths: score(team.scores) })),
      )
      return new Map(ranked.map((row) => [row.teamId, row]))
    }
    return { teams, ranksOf }
  }

  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

  test('in every score, rank, total, tie and place', async () => {
    await addManyTeams(db, 400)
    for (const round of [1, 2, 3] as const) await saveRealPoints(db, round)
    for (const round of [1, 2, 3]) await compute(db, round)
    const { teams, ranksOf } = await expected()
    const rounds = [0, 1, 2].map((round) => ({
      ofRound: ranksOf((scores) => scores[round] ?? 0),
      afterRound: ranksOf((scores) => sum(scores.slice(0, round + 1))),
    }))
    for (const { teamId, scores } of teams) {
      const wanted = rounds.map(({ ofRound, afterRound }, round) => ({
        roundNumber: round + 1,
        scoreHundredths: scores[round],
        roundRank: ofRound.get(teamId)?.rank,
        totalHundredths: sum(scores.slice(0, round + 1)),
        rank: afterRound.get(teamId)?.rank,
      }))
      expect(await resultsOf(teamId)).toEqual(wanted)
      const { position, rank, tied, totalHundredths } = rounds[2]?.afterRound.get(teamId) ?? {}
      const previousRank = rounds[1]?.afterRound.get(teamId)?.rank
      const standing = await findStanding(db, await generationOf(db), teamId)
      expect(standing).toEqual({ position, rank, tied, totalHundredths, rankedTeams: 400, previousRank })
    }
  })

  test('in every league', async () => {
    await addManyTeams(db, 60)
    const ids = (await db.selectFrom('teams').select('id').orderBy('id').execute()).map((row) => row.id)
    const leagues = [
      ids.slice(0, 20),
      ids.slice(10, 60),
      ids.filter((id) => id % 3 === 0),
      ids.slice(0, 1),
      [],
    ]
    const leagueIds: number[] = []
    for (const [index, members] of leagues.entries()) leagueIds.push(await addLeague(db, `${index}`, members))
    await saveRealPoints(db, 1)
    await compute(db, 1)
    const tables = async () => {
      const [generation, all] = [await generationOf(db), await table()]
      return Promise.all(
        leagueIds.map(async (leagueId, index) => {
          const rows = await listLeagueRanking(db, { generation, leagueId, offset: 0, limit: 100 })
          const members = all.filter((row) => leagues[index]?.includes(row.teamId))
          return { rows, expected: rankTeams(members.map(withTotal)) }
        }),
      )
    }
    const withTotal = ({ teamId, totalHundredths }: { teamId: number; totalHundredths: number | null }) => ({
      teamId,
      totalHundredths: totalHundredths ?? 0,
    })
    const first = await tables()
    for (const { rows, expected } of first) {
      expect(rows.map(({ managerName, teamName, previousRank, ...row }) => row)).toEqual(
        expected.map(({ position, ...row }) => row),
      )
      expect(rows.filter((row) => row.previousRank !== null)).toEqual([])
    }
    await saveRealPoints(db, 2)
    await compute(db, 2)
    for (const [index, { rows, expected }] of (await tables()).entries()) {
      expect(rows.map((row) => row.rank)).toEqual(expected.map((row) => row.rank))
      const before = new Map(first[index]?.rows.map((row) => [row.teamId, row.rank]))
      expect(rows.map((row) => row.previousRank)).toEqual(rows.map((row) => before.get(row.teamId)))
    }
  })
})

test('equal totals share a rank, 1-2-2-4, and stand in joining order', async () => {
  await addTeam(db, 'fourth', ['gb', 'de', 'es', 'fr', 'ch', 'lv'])
  await addTeam(db, 'second', ['se', 'at', 'gb', 'de', 'es', 'fr'])
  await addTeam(db, 'also second', ['se', 'ch', 'gb', 'de', 'es', 'fr'])
  await addTeam(db, 'first', ['ee', 'se', 'gb', 'de', 'es', 'fr'])
  await savePoints(db, 1, { se: 50, ee: 50, lv: 1 })
  await compute(db, 1)
  const rows = await table()
  expect(rows.map((row) => [row.teamName, row.rank, row.tied])).toEqual([
    ['first', 1, 1],
    ['second', 2, 2],
    ['also second', 2, 2],
    ['fourth', 4, 1],
  ])
})

test('only what was computed counts, and computing again corrects it', async () => {
  const teamId = await addTeam(db, 'Anna', six)
  await savePoints(db, 1, { at: 10 })
  await compute(db, 1)
  await savePoints(db, 1, { at: 20 })
  await savePoints(db, 2, { at: 1 })
  expect(await resultsOf(teamId)).toMatchObject([{ scoreHundredths: 1000 }])
  const { id: gameId } = await gameOf(db)
  const at = (await listRoundScores(db, { gameId, roundNumber: 1 })).find((score) => score.points === 20)
  expect(await listComputedPoints(db, await generationOf(db), 1)).toContainEqual({
    entryId: at?.entryId,
    points: 10,
  })
  const first = await db.selectFrom('rounds').select('computed_at').where('round_number', '=', 1).execute()

  await compute(db, 2)
  expect(await resultsOf(teamId)).toMatchObject([
    { roundNumber: 1, scoreHundredths: 2000, totalHundredths: 2000 },
    { roundNumber: 2, scoreHundredths: 100, totalHundredths: 2100 },
  ])
  expect(await db.selectFrom('rounds').select('computed_at').where('round_number', '=', 1).execute()).toEqual(
    first,
  )
})

test('computing twice gives the same results, and old generations go', async () => {
  await addManyTeams(db, 50)
  await addLeague(db, 'All', [1, 2, 3])
  await saveRealPoints(db, 3)
  await compute(db, 3)
  const once = await table()
  for (let again = 0; again < 4; again++) await compute(db, 3)
  expect(await table()).toEqual(once)
  expect(once[0]?.rank).toBe(1)
  // The published one, the one before it, and what the next run will take away.
  for (const name of ['round_results', 'standings', 'league_standings', 'generation_points'] as const) {
    const rows = await db.selectFrom(name).select('generation').distinct().orderBy('generation').execute()
    expect(rows.map((row) => row.generation)).toEqual([3, 4, 5])
  }
  expect(await db.selectFrom('generations').select('id').execute()).toHaveLength(3)
})

test('rounds may be computed in any order: totals count the computed ones', async () => {
  const teamId = await addTeam(db, 'Anna', six)
  await savePoints(db, 1, { at: 1 })
  await savePoints(db, 3, { at: 100 })
  await compute(db, 3)
  expect(await resultsOf(teamId)).toMatchObject([{ roundNumber: 3, totalHundredths: 10000 }])
  await compute(db, 1)
  expect(await resultsOf(teamId)).toMatchObject([
    { roundNumber: 1, totalHundredths: 100 },
    { roundNumber: 3, totalHundredths: 10100 },
  ])
})

test('who joined late scores 0 in the rounds before', async () => {
  const early = await addTeam(db, 'early', six)
  const late = await addTeam(db, 'late', six, [3])
  for (const round of [1, 2, 3] as const) await saveRealPoints(db, round)
  for (const round of [1, 2, 3]) await compute(db, round)
  expect((await resultsOf(late)).map((result) => result.scoreHundredths)).toEqual([0, 0, 160765])
  expect((await resultsOf(early)).map((result) => result.scoreHundredths)).toEqual([7750, 12750, 160765])
  expect((await table()).map((row) => [row.teamName, row.rank])).toEqual([
    ['early', 1],
    ['late', 2],
  ])
})

test('a season without teams can be computed', async () => {
  await saveRealPoints(db, 1)
  await compute(db, 1)
  expect(await table()).toEqual([])
  const late = await addTeam(db, 'late', six)
  expect(await table()).toMatchObject([{ teamId: late, rank: null }])
})

test('a run tells how far it is and ends at its last step', async () => {
  await addManyTeams(db, 10)
  await saveRealPoints(db, 1)
  const seen: number[] = []
  const pause = async () => {
    seen.push(seen.length)
  }
  await runComputation(db, { id: await askFor(db, 1), clock, pause })
  const last = await findLatestComputation(db, (await gameOf(db)).id)
  expect(last).toMatchObject({ state: 'done', roundNumber: 1, problem: null })
  expect(last?.stepsDone).toBe(last?.stepsTotal)
  expect(last?.stepsTotal).toBeGreaterThan(5)
  expect(seen.length).toBeGreaterThanOrEqual(last?.stepsTotal ?? 0)
})

describe('a run that fails', () => {
  test('leaves the old results in force and tells why', async () => {
    await addManyTeams(db, 10)
    await saveRealPoints(db, 1)
    await compute(db, 1)
    const before = await table()
    const { publishedGeneration } = await gameOf(db)
    await savePoints(db, 1, { se: 1 })
    let steps = 0
    const pause = async () => {
      steps += 1
      if (steps === 6) throw new Error('The disk is full')
    }
    const failed = await runComputation(db, { id: await askFor(db, 1), clock, pause })
    expect(failed).toEqual({ ok: false, problem: 'FAILED' })
    expect(await gameOf(db)).toMatchObject({ publishedGeneration })
    expect(await table()).toEqual(before)
    const last = await findLatestComputation(db, (await gameOf(db)).id)
    expect(last).toMatchObject({ state: 'failed', problem: 'The disk is full' })

    await compute(db, 1)
    expect(await table()).not.toEqual(before)
  })

  test('is not claimed twice', async () => {
    await saveRealPoints(db, 1)
    const id = await askFor(db, 1)
    expect(await runComputation(db, { id, clock, pause: noPause })).toEqual({ ok: true })
    const again = await runComputation(db, { id, clock, pause: noPause })
    expect(again).toEqual({ ok: false, problem: 'NOT_CLAIMED' })
  })
})

describe('the clock of the demo goes back', () => {
  const between = Date.parse('2025-05-14T12:00:00Z')
  const before = Date.parse('2025-05-10T12:00:00Z')

  async function goTo(now: number) {
    const { isQueued } = await takeBackRounds(db, { gameId: (await gameOf(db)).id, now })
    const queued = await db.selectFrom('computations').select('id').where('state', '=', 'queued').execute()
    expect(queued).toHaveLength(isQueued ? 1 : 0)
    for (const { id } of queued) await runComputation(db, { id, clock: clockAt(now), pause: noPause })
    return isQueued
  }

  test('and takes computed rounds back; raw scores stay', async () => {
    const teamId = await addTeam(db, 'Anna', six)
    for (const round of [1, 2, 3] as const) await saveRealPoints(db, round)
    for (const round of [1, 2, 3]) await compute(db, round)
    expect(await goTo(between)).toBe(true)
    expect(await resultsOf(teamId)).toMatchObject([{ roundNumber: 1, totalHundredths: 7750 }])
    expect(await table()).toMatchObject([{ rank: 1, totalHundredths: 7750 }])

    expect(await goTo(before)).toBe(true)
    expect(await gameOf(db)).toMatchObject({ publishedGeneration: null })
    expect(await table()).toMatchObject([{ rank: null, totalHundredths: null }])
    const rounds = await db.selectFrom('rounds').select(['computed_at', 'scores_saved_at']).execute()
    expect(rounds.map((round) => round.computed_at)).toEqual([null, null, null])
    expect(rounds.every((round) => round.scores_saved_at !== null)).toBe(true)

    await compute(db, 3)
    expect(await resultsOf(teamId)).toMatchObject([{ roundNumber: 3 }])
  })

  test('and queues nothing when nothing was computed', async () => {
    await saveRealPoints(db, 1)
    expect(await goTo(before)).toBe(false)
  })

  test('and a round that was only asked for is forgotten', async () => {
    await saveRealPoints(db, 3)
    const id = await askFor(db, 3)
    await takeBackRounds(db, { gameId: (await gameOf(db)).id, now: before })
    await runComputation(db, { id, clock, pause: noPause })
    expect(await gameOf(db)).toMatchObject({ publishedGeneration: null })
  })
})
