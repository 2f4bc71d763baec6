import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/services/accounts/account-deletion.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { listLineups } from '#db/teams/lineups.server.ts'
import { computeLineupScore, rankTeams } from '#tests/support/reference-scores.ts'
import { between, openScoreboardWorld, reference, type ScoreboardWorld } from './scoreboard-world.ts'

let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld({ inFile: true })
})
afterEach(() => world.close())

/** A process with workers, as in production, unless configured otherwise. */
const openThreaded = (settings: Partial<Parameters<typeof createScoreboards>[0]> = {}) => {
  const { db } = world.openProcess()
  const onError = (error: unknown) => {
    throw error
  }
  // A worker's clock is the system's, by which all rounds of 2025 are closed.
  const usual = { db, clock: world.clock, location: world.location, isDemo: false, onError }
  return { db, scoreboards: createScoreboards({ ...usual, ...settings }) }
}

const game = async () => {
  const found = await findGame(world.db, world.gameId)
  if (!found) throw new Error('There is no game')
  return found
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('the reference scores are computed exactly from the database', async () => {
  const ids: number[] = []
  for (const { note, lineup } of reference.lineups) ids.push(await world.addTeam(note, lineup))
  for (const round of [1, 2, 3] as const) {
    await world.saveRealPoints(round)
    await world.publish(round)
  }
  const results = await world.results()
  for (const [index, { scoreHundredths }] of reference.lineups.entries()) {
    const rounds = results?.listRoundResults(ids[index] ?? 0)
    expect(rounds?.map((round) => round.scoreHundredths)).toEqual([
      scoreHundredths['1'],
      scoreHundredths['2'],
      scoreHundredths['3'],
    ])
    expect(rounds?.at(-1)?.totalHundredths).toBe(scoreHundredths.total)
  }
  expect((await world.table()).map((row) => row.teamName)).toEqual(reference.lineups.map(({ note }) => note))
})

test('equal totals share a rank, 1-2-2-4, in joining order', async () => {
  await world.addTeam('fourth', ['gb', 'de', 'es', 'fr', 'ch', 'lv'])
  await world.addTeam('second', ['se', 'at', 'gb', 'de', 'es', 'fr'])
  await world.addTeam('also second', ['se', 'ch', 'gb', 'de', 'es', 'fr'])
  await world.addTeam('first', ['ee', 'se', 'gb', 'de', 'es', 'fr'])
  await world.savePoints(1, { se: 50, ee: 50, lv: 1 })
  await world.publish(1)
  const rows = await world.lines()
  expect(rows).toEqual(['1 1 first 9250', '2 2 second 5000', '2 2 also second 5000', '4 1 fourth 70'])
})

describe('many teams agree with the rules', () => {
  /** The expected results of every team after each round, by the pure rules from the stored data. */
  async function expected() {
    const rows = await world.db.selectFrom('teams').select('id').orderBy('id').execute()
    const byRound: Map<number, number>[] = []
    for (const roundNumber of [1, 2, 3]) {
      const scores = await listRoundScores(world.db, { gameId: world.gameId, roundNumber })
      byRound.push(new Map(scores.map((score) => [score.entryId, score.points])))
    }
    const teams: { teamId: number; scores: number[] }[] = []
    for (const { id } of rows) {
      const lineups = await listLineups(world.db, id)
      const scores = byRound.map((points, index) => {
        const order = lineups.find((lineup) => lineup.roundNumber === index + 1)?.entryIds ?? []
        return computeLineupScore(
          order.map((entryId) => points.get(entryId) ?? 0),
          reference.sharesPercent,
        )
      })
      teams.push({ teamId: id, scores })
    }
    const ranksOf = (score: (scores: readonly number[]) => number) => {
      const scored = teams.map((team) => ({ teamId: team.teamId, totalHundredths: score(team.scores) }))
      return new Map(rankTeams(scored).map((row) => [row.teamId, row]))
    }
    const rounds = [0, 1, 2].map((round) => ({
      ofRound: ranksOf((scores) => scores[round] ?? 0),
      afterRound: ranksOf((scores) => sum(scores.slice(0, round + 1))),
    }))
    return { teams, rounds }
  }

  test.each([
    ['saved by hand', 400, 0],
    ['automatic', 400, 1],
    ['saved by hand, in workers', 2_100, 0],
  ] as const)('in every score, rank, total, tie and place: %s', async (_, count, isAutomatic) => {
    await world.addManyTeams(count, isAutomatic)
    await world.addTeam('Late', undefined, { rounds: [3] })
    const by = count > 2_000 ? openThreaded() : { db: world.db, scoreboards: world.scoreboards }
    for (const round of [1, 2, 3] as const) {
      await world.saveRealPoints(round)
      expect(await world.publish(round, { by })).toEqual({ ok: true, isNew: true })
    }
    const { teams, rounds } = await expected()
    const results = await world.results(by)
    for (const { teamId, scores } of teams) {
      const expectedResults = rounds.map(({ ofRound, afterRound }, round) => ({
        roundNumber: round + 1,
        scoreHundredths: scores[round],
        roundRank: ofRound.get(teamId)?.rank,
        totalHundredths: sum(scores.slice(0, round + 1)),
        rank: afterRound.get(teamId)?.rank,
      }))
      expect(results?.listRoundResults(teamId)).toEqual(expectedResults)
      const { position, rank, tied, totalHundredths } = rounds[2]?.afterRound.get(teamId) ?? {}
      const previousRank = rounds[1]?.afterRound.get(teamId)?.rank
      const standing = { position, rank, tied, totalHundredths, rankedTeams: count + 1, previousRank }
      expect(results?.findStanding(teamId)).toEqual(standing)
    }
    const page = await world.table(by, { offset: count - 60, limit: 100 })
    const last = [...(rounds[2]?.afterRound.values() ?? [])].slice(count - 60)
    expect(page.map((row) => [row.teamId, row.rank, row.tied])).toEqual(
      last.map((row) => [row.teamId, row.rank, row.tied]),
    )
    expect(await world.table(by, { offset: count + 1, limit: 100 })).toEqual([])
  })
})

describe('a late joiner', () => {
  beforeEach(async () => {
    await world.addTeam('Anna', ['at', 'il', 'ee', 'se', 'it', 'gr'])
    await world.addTeam('Nil', ['gb', 'de', 'es', 'fr', 'ch', 'lv'])
    await world.savePoints(1, { at: 10 })
    world.setClock(between)
    await world.publish(1)
  })

  test('is in the table at once with 0, and ties are counted right', async () => {
    expect(await world.lines()).toEqual(['1 1 Anna 1000', '2 1 Nil 0'])
    const late = await world.addTeam('Late', ['at', 'il', 'ee', 'se', 'it', 'gr'], { rounds: [2, 3] })
    expect(await world.lines()).toEqual(['1 1 Anna 1000', '2 2 Nil 0', '2 2 Late 0'])
    const results = await world.results()
    expect(results?.findStanding(late)).toMatchObject({ position: 3, rank: 2, tied: 2, rankedTeams: 3 })
    expect(results?.listRoundResults(late)).toMatchObject([{ scoreHundredths: 0, roundRank: 2, rank: 2 }])
    expect(results?.findStanding(late + 1)).toBeUndefined()
  })

  test('during a read is not part of it', async () => {
    const results = await world.results()
    const late = await world.addTeam('Late', undefined, { rounds: [2, 3] })
    await world.results()
    expect(results?.findStanding(late)).toBeUndefined()
    expect(results?.listRows({ offset: 0, limit: 10 })).toHaveLength(2)
    expect(results?.listRows({ offset: 0, limit: 10 }).map((row) => row.tied)).toEqual([1, 1])
  })

  test('scores in the rounds that follow', async () => {
    await world.addTeam('Late', ['ee', 'il', 'at', 'se', 'it', 'gr'], { rounds: [2, 3] })
    await world.results()
    await world.savePoints(2, { ee: 100 })
    world.setClock('2025-05-16T12:00:00Z')
    await world.publish(2)
    expect(await world.lines()).toEqual(['1 1 Late 10000', '2 1 Anna 9500', '3 1 Nil 0'])
    const rows = await world.table()
    expect(rows.map((row) => row.previousRank)).toEqual([2, 1, 2])
  })

  test('is appended, however many there are', async () => {
    const other = world.openProcess()
    await world.lines(other)
    const late = await world.addManyTeams(1_500)
    for (const by of [undefined, other]) {
      const results = await world.results(by)
      expect(results?.findStanding(late.at(-1) ?? 0)).toMatchObject({ rank: 2, tied: 1_501, position: 1_502 })
      expect(await world.table(by, { offset: 1_500, limit: 10 })).toMatchObject([
        { rank: 2, totalHundredths: 0 },
        { teamId: late.at(-1) },
      ])
    }
    // One more at a time, beyond the spare capacity.
    await world.addManyTeams(1_500)
    expect((await world.results(other))?.findStanding(late[0] ?? 0)).toMatchObject({
      tied: 3_001,
      rankedTeams: 3_002,
    })
  })
})

describe('another process', () => {
  test('follows publications as a whole', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    const other = world.openProcess()
    expect(await world.lines(other)).toEqual(['- 1 Anna -'])
    await world.publish(1)
    expect(await world.lines(other)).toEqual(['1 1 Anna 100'])
    await world.savePoints(1, { at: 2 })
    await world.savePoints(2, { at: 3 })
    await world.publish(2, { by: other })
    expect(await world.lines()).toEqual(['1 1 Anna 500'])
  })

  test('never mixes two publications in what one request reads', async () => {
    const teamId = await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    const other = world.openProcess()
    const results = await world.results(other)
    await world.savePoints(1, { at: 2 })
    await world.savePoints(2, { at: 3 })
    await world.publish(2)
    await world.results(other)
    expect(results?.publication).toMatchObject({ version: 1, roundNumbers: [1] })
    expect(results?.findStanding(teamId)?.totalHundredths).toBe(100)
    expect(results?.listRoundResults(teamId)).toHaveLength(1)
    expect(results?.pointsOf(2)).toEqual([])
  })

  test('that is still loading old results does not replace newer ones with them', async () => {
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    const { db } = world.openProcess()
    let hold: Promise<void> | undefined
    let release = () => {}
    const clock = async () => {
      const held = hold
      hold = undefined
      await held
      return world.clock()
    }
    const other = { db, scoreboards: openThreaded({ db, clock, location: null }).scoreboards }
    await world.lines(other)
    hold = new Promise((resolve) => {
      release = resolve
    })
    // It has found the old publication, and waits.
    const reading = other.scoreboards.follow(await game())
    while (hold) await new Promise((resolve) => setImmediate(resolve))
    await world.savePoints(1, { at: 2 })
    expect(await world.publish(1, { by: other })).toEqual({ ok: true, isNew: true })
    release()
    await reading
    const changes = other.scoreboards.countChanges()
    expect(await world.lines(other)).toEqual(['1 1 Anna 200'])
    // The results in memory were in force already.
    expect(other.scoreboards.countChanges()).toBe(changes)
  })

  test('is ready once the results in force are in memory', async () => {
    const other = world.openProcess()
    expect(other.scoreboards.isReady(await game())).toBe(true)
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    expect(other.scoreboards.isReady(await game())).toBe(false)
    await other.scoreboards.refresh(await game())
    expect(other.scoreboards.isReady(await game())).toBe(true)
  })

  test('that cannot load the results shows none, reports the error, and shows them once it can', async () => {
    const faults: unknown[] = []
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    const other = openThreaded({ onError: (error) => void faults.push(error) })
    await sql`alter table publication_points rename to gone`.execute(world.db)
    expect(await world.lines(other)).toEqual(['- 1 Anna -'])
    expect(faults).toHaveLength(1)
    expect(other.scoreboards.isReady(await game())).toBe(false)
    await sql`alter table gone rename to publication_points`.execute(world.db)
    expect(await world.lines(other)).toEqual(['1 1 Anna 100'])
    expect(other.scoreboards.isReady(await game())).toBe(true)
  })

  test('that cannot load newer results shows the previous ones as a whole', async () => {
    const faults: unknown[] = []
    await world.addTeam('Anna')
    await world.savePoints(1, { at: 1 })
    await world.publish(1)
    const other = openThreaded({ onError: (error) => void faults.push(error) })
    await world.lines(other)
    await world.savePoints(1, { at: 2 })
    await world.publish(1)
    await sql`alter table publication_points rename to gone`.execute(world.db)
    expect(await world.lines(other)).toEqual(['1 1 Anna 100'])
    expect(faults).toHaveLength(1)
  })
})

test('a deleted account has its place in the ranking, anonymised, and none in its leagues', async () => {
  const anna = await world.addTeam('Anna')
  await world.addTeam('Björn', ['ee', 'il', 'at', 'se', 'it', 'gr'])
  await world.savePoints(1, { at: 20 })
  const leagueId = await world.addLeague('Sofa', [anna, anna + 1])
  await world.publish(1)
  const team = world.db.selectFrom('teams').where('id', '=', anna)
  const { manager_id: managerId } = await team.select('manager_id').executeTakeFirstOrThrow()
  expect(await deleteAccount(world.db, { managerId, clock: world.clock, formKey: undefined })).toBe(true)
  expect(await world.lines()).toEqual(['1 1  2000', '2 1 Björn 1700'])
  expect((await world.leagueTable(leagueId)).map((row) => row.teamName)).toEqual(['Björn'])
})

const goTo = (now: number) => {
  world.setClock(now)
  return world.db.transaction().execute((tx) => rewindRounds(tx, { gameId: world.gameId, now }))
}

describe('a season that is not active', () => {
  test('is loaded on demand, and not kept in memory', async () => {
    const anna = await world.addTeam('Anna')
    await world.savePoints(1, { at: 10 })
    await world.publish(1)
    await world.db.updateTable('games').set({ is_active: 0 }).execute()
    const { scoreboards } = world.openProcess()
    const season = await scoreboards.readSeason(world.gameId)
    expect(season?.results.findStanding(anna)).toMatchObject({ rank: 1, totalHundredths: 1000 })
    expect(scoreboards.countChanges()).toBe(0)
    expect(await scoreboards.readSeason(world.gameId + 1)).toBeNull()
  })

  test('shows the results in force with later joiners, also after the clock was moved back', async () => {
    const anna = await world.addTeam('Anna')
    const leagueId = await world.addLeague('Sofa', [anna])
    await world.savePoints(1, { at: 10 })
    await world.savePoints(2, { at: 10 })
    await world.publish(1)
    await world.publish(2)
    await goTo(between)
    const late = await world.addTeam('Late', undefined, { rounds: [2, 3] })
    await world.join(leagueId, late)
    const season = await world.openProcess().scoreboards.readSeason(world.gameId)
    expect(season?.results.findStanding(late)).toMatchObject({ rank: 2, totalHundredths: 0 })
    const league = await season?.readLeague(leagueId)
    expect(league?.findStanding(late)).toMatchObject({ rank: 2 })
  })
})

describe('the demo’s clock is moved back', () => {
  test('and revokes published rounds, in every process; raw scores stay', async () => {
    const anna = await world.addTeam('Anna')
    const other = world.openProcess()
    for (const round of [1, 2, 3] as const) {
      await world.saveRealPoints(round)
      await world.publish(round)
    }
    expect(await world.table(other)).toMatchObject([{ totalHundredths: 7750 + 12750 + 160765 }])
    await goTo(between)
    for (const by of [undefined, other]) {
      expect((await world.results(by))?.listRoundResults(anna)).toMatchObject([{ roundNumber: 1 }])
      expect(await world.lines(by)).toEqual(['1 1 Anna 7750'])
    }
    await goTo(Date.parse('2025-05-10T12:00:00Z'))
    for (const by of [undefined, other]) expect(await world.lines(by)).toEqual(['- 1 Anna -'])
    const rounds = await world.db.selectFrom('rounds').select('scores_saved_at').execute()
    expect(rounds.every((round) => round.scores_saved_at !== null)).toBe(true)
    world.setClock('2025-05-18T08:00:00Z')
    expect(await world.lines(other)).toEqual(['- 1 Anna -'])
    expect(await world.publish(3)).toEqual({ ok: true, isNew: true })
    expect(await world.lines(other)).toEqual(['1 1 Anna 160765'])
  })

  test('and nothing happens when nothing was published', async () => {
    await world.saveRealPoints(1)
    const before = await world.snapshot()
    await goTo(between)
    expect(await world.snapshot()).toEqual(before)
  })
})
