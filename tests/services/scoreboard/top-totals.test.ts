import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Contest } from '#app/game/season/contest.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { createTaskRunner, type TaskRunner } from '#app/services/scoreboard/task-runner.server.ts'
import { createTopTotals, TOP_PLACES } from '#app/services/scoreboard/top-totals.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'
import { openTestScoreboards } from '#tests/support/scoreboards.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

/** A season with three published rounds, and more teams than are listed without a thread. */
let db: Db
let contest: Contest
let results: Results

beforeAll(async () => {
  db = await openNewDatabase()
  await seedLargeDatabase(db, 2_100)
  const season = await findActiveContest(db)
  const published = season && (await openTestScoreboards(db, systemClock).read(season))
  if (!season || !published) throw new Error('Nothing is published')
  contest = season
  results = published
})
afterAll(() => db.destroy())

/** `location`: null for a list without a thread. The thread of a list needs no database. */
function openTopTotals({
  location = null,
  failures = 0,
  round = 3,
}: Partial<{ location: string | null; failures: number; round: number }> = {}) {
  const tasks = createTaskRunner({ db, clock: systemClock, location, isDemo: false })
  const asked: number[] = []
  const listedBytes: number[] = []
  const counted: TaskRunner = {
    ...tasks,
    async listTopTotals(input) {
      asked.push(input.teamCount)
      if (asked.length <= failures) throw new Error('No thread')
      const top = await tasks.listTopTotals(input)
      listedBytes.push(top.totals.byteLength)
      return top
    },
  }
  const readTopTotals = createTopTotals({ tasks: counted })
  return { read: () => readTopTotals(contest, results, round), asked, listedBytes }
}

test('the best totals are listed once for a publication, whoever asks, in 104 kB', async () => {
  const { read, asked, listedBytes } = openTopTotals()
  const [first, second] = await Promise.all([read(), read()])
  expect(second).toBe(first)
  expect(await read()).toBe(first)
  // With those who joined since the publication.
  expect(asked).toEqual([contest.teamCount])
  expect(listedBytes).toEqual([106_400])
  const question = { entryId: contest.entries[0]?.id ?? 0, place: 1, maxPoints: 5 }
  expect(first?.(question)).toBe(first?.(question))
})

test('without more points they are the totals of the ranking, listed in a thread or at once', async () => {
  for (const location of [null, 'thread']) {
    const find = await openTopTotals({ location }).read()
    for (const place of [1, TOP_PLACES]) {
      const [row] = results.listRows({ offset: place - 1, limit: 1 })
      const found = contest.entries.map(({ id }) => find?.({ entryId: id, place, maxPoints: 0 })[0])
      expect(new Set(found), `${location} ${place}`).toEqual(new Set([row?.totalHundredths]))
    }
  }
})

test('a list that failed fails at once for a while, and is then made by the next who asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { read, asked } = openTopTotals({ failures: 1 })
  await expect(read()).rejects.toThrow('No thread')
  await expect(read()).rejects.toThrow('No thread')
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(5_000)
  expect(await read()).not.toBeNull()
  expect(asked).toHaveLength(2)
})

test('a round that the results do not cover has none', async () => {
  const { read, asked } = openTopTotals({ round: 4 })
  expect(await read()).toBeNull()
  expect(asked).toEqual([])
})
