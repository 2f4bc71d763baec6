import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTaskRunner, type TaskRunner } from '#app/services/scoreboard/task-runner.server.ts'
import { createWhatIf, type WhatIfQuestion } from '#app/services/scoreboard/what-if.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'
import { openTestScoreboards } from '#tests/support/scoreboards.ts'
import { type LargeDatabase, seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

/** A season of a hundred teams with three published rounds. */
let db: Db
let store: LargeDatabase
let base: Omit<WhatIfQuestion, 'managerId' | 'changes'>
let entryIds: number[] = []

beforeAll(async () => {
  db = await openNewDatabase()
  store = await seedLargeDatabase(db, 100)
  const contest = await findActiveContest(db)
  const results = contest && (await openTestScoreboards(db, systemClock).read(contest))
  if (!contest || !results) throw new Error('Nothing is published')
  const roundNumber = results.publication.roundNumbers.at(-1) ?? 0
  const members = await results.season.leagues.find(store.bigLeague.id)
  const teamId = members.listRows({ offset: 3, limit: 1 })[0]?.teamId ?? 0
  base = { contest, results, roundNumber, teamId, leagueIds: [store.bigLeague.id] }
  entryIds = contest.entries.map((entry) => entry.id)
})
afterAll(() => db.destroy())

/** The tasks of a process, counted, and held until `release` is called. */
function openTasks({ isHeld = false, maxBytes = 8_000_000 } = {}) {
  const tasks = createTaskRunner({ db, clock: systemClock, location: null, isDemo: false })
  const held: (() => void)[] = []
  const asked: number[] = []
  const counted: TaskRunner = {
    ...tasks,
    async rankTotals(rounds, teamCount) {
      asked.push(teamCount)
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return tasks.rankTotals(rounds, teamCount)
    },
  }
  return {
    readWhatIf: createWhatIf({ tasks: counted, maxBytes }),
    asked,
    release: () => held.splice(0).map((go) => go()),
  }
}

const question = (managerId: number, ...points: number[]): WhatIfQuestion => ({
  ...base,
  managerId,
  changes: points.map((each, at) => ({ entryId: entryIds[at] ?? 0, points: each })),
})

test('without a change the places are the published ones', async () => {
  const { readWhatIf } = openTasks()
  const { results, teamId } = base
  const standing = results.findStanding(teamId)
  const table = await results.season.leagues.find(store.bigLeague.id)
  const inLeague = table.findStanding(teamId)
  expect(await readWhatIf(question(1))).toEqual({
    totalHundredths: standing?.totalHundredths,
    world: { rank: standing?.rank, tied: standing?.tied },
    leagues: new Map([[store.bigLeague.id, { rank: inLeague?.rank, tied: inLeague?.tied }]]),
  })
})

test('the same points are computed once, whoever asks and in whatever order they stand', async () => {
  const { readWhatIf, asked } = openTasks()
  const one = await readWhatIf(question(1, 300, 12))
  const { changes, ...rest } = question(2, 300, 12)
  expect(await readWhatIf({ ...rest, changes: changes.toReversed() })).toEqual(one)
  expect(asked).toHaveLength(1)
  await readWhatIf(question(1, 300, 13))
  expect(asked).toHaveLength(2)
})

test('a full cache forgets the points that were asked least recently', async () => {
  // Two tables of a hundred teams fit, three do not.
  const { readWhatIf, asked } = openTasks({ maxBytes: 2 * (512 + 8 * 101) })
  for (const points of [1, 2, 1, 3, 1, 2]) await readWhatIf(question(1, points))
  expect(asked).toHaveLength(4)
})

test('a visitor has one question at a time, and eight visitors in all', async () => {
  const { readWhatIf, asked, release } = openTasks({ isHeld: true })
  const first = readWhatIf(question(1, 1))
  expect(await readWhatIf(question(1, 2))).toBe('ONE_AT_A_TIME')
  const others = [2, 3, 4, 5, 6, 7, 8].map((manager) => readWhatIf(question(manager, 1)))
  expect(await readWhatIf(question(9, 1))).toBe('TOO_MANY')
  // The same points for all eight.
  expect(asked).toHaveLength(1)
  release()
  const answers = await Promise.all([first, ...others])
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  const later = readWhatIf(question(1, 2))
  release()
  expect(await later).toMatchObject({ totalHundredths: expect.any(Number) })
})

test('a question that fails frees its place', async () => {
  const tasks = createTaskRunner({ db, clock: systemClock, location: null, isDemo: false })
  let isBroken = true
  const readWhatIf = createWhatIf({
    tasks: {
      ...tasks,
      rankTotals: (rounds, teamCount) =>
        isBroken ? Promise.reject(new Error('no thread')) : tasks.rankTotals(rounds, teamCount),
    },
  })
  await expect(readWhatIf(question(1, 5))).rejects.toThrow('no thread')
  isBroken = false
  expect(await readWhatIf(question(1, 5))).toMatchObject({ world: { rank: expect.any(Number) } })
})

test('a team outside the season and a round without points have no answer', async () => {
  const { readWhatIf } = openTasks()
  expect(await readWhatIf({ ...question(1, 5), teamId: 999_999 })).toBeUndefined()
  expect(await readWhatIf({ ...question(1, 5), roundNumber: 9 })).toBeUndefined()
})

test('the places in a large season and league, which threads compute, are those computed at once', async () => {
  const large = await openNewDatabase()
  onTestFinished(() => large.destroy())
  const { bigLeague } = await seedLargeDatabase(large, 11_000)
  const contest = await findActiveContest(large)
  const results = contest && (await openTestScoreboards(large, systemClock).read(contest))
  if (!contest || !results) throw new Error('Nothing is published')
  const [row] = results.listRows({ offset: 2_000, limit: 1 })
  const asked = { ...question(1, 300), contest, results, teamId: row?.teamId ?? 0, leagueIds: [bigLeague.id] }
  const changes = contest.entries.slice(0, 5).map(({ id }) => ({ entryId: id, points: 250 }))
  const [atOnce, inThread] = [null, 'thread'].map((location) =>
    createWhatIf({ tasks: createTaskRunner({ db: large, clock: systemClock, location, isDemo: false }) }),
  )
  const answer = await atOnce?.({ ...asked, changes })
  expect(await inThread?.({ ...asked, changes })).toEqual(answer)
  expect(answer).toMatchObject({ world: { rank: expect.any(Number) }, leagues: expect.any(Map) })
})
