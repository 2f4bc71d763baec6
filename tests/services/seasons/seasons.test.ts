import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { insertPublication } from '#db/scoreboard/publications.server.ts'
import { findActiveContest, updateTeamCount } from '#db/seasons/games.server.ts'
import { findSeason, listSeasons } from '#db/seasons/stored-season.server.ts'
import { replaceLineups } from '#db/teams/lineups.server.ts'
import { insertTeam } from '#db/teams/teams.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'

let db: Db

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
})

afterEach(() => db.destroy())

function season(year = 2025): SeasonFile {
  const found = findBundledSeason(year)
  if (!found) throw new Error(`No season ${year}`)
  return found
}

/** Everything that a load may change. */
async function everything() {
  return {
    games: await db.selectFrom('games').selectAll().execute(),
    rounds: await db.selectFrom('rounds').selectAll().execute(),
    entries: await db.selectFrom('entries').selectAll().execute(),
    versions: await db.selectFrom('versions').selectAll().execute(),
    sequence: await db
      .selectFrom('entries')
      .select((entries) => entries.fn.max('id').as('id'))
      .execute(),
  }
}

async function addTeam(codes: readonly string[]): Promise<void> {
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No active game')
  const entryIds = codes.map((code) => contest.entries.find((entry) => entry.code === code)?.id ?? 0)
  const managerId = await ensureManager(db, { issuer: 'https://idp.test', subject: 'player', now: 0 })
  const team = { gameId: contest.id, managerId, teamName: 'Lights', managerName: 'Robin', entryIds, now: 0 }
  const teamId = await insertTeam(db, team)
  await updateTeamCount(db, contest.id)
  await replaceLineups(db, teamId, [{ roundNumber: 1, entryIds, isAutomatic: true, savedAt: 0 }])
}

async function startPlaying(): Promise<void> {
  await loadSeason(db, season())
  await activateSeason(db, 2025)
  await addTeam(['AT', 'EE', 'GR', 'IT', 'PL', 'LV'])
}

function without(code: string): SeasonFile {
  return { ...season(), entries: season().entries.filter((entry) => entry.code !== code) }
}

function withPrice(code: string, priceTenths: number): SeasonFile {
  const entries = season().entries.map((entry) => (entry.code === code ? { ...entry, priceTenths } : entry))
  return { ...season(), entries }
}

test('a loaded season is stored completely, and inactive', async () => {
  expect(await loadSeason(db, season())).toEqual({ ok: true, isNew: true, changes: [], warnings: [] })
  const stored = await findSeason(db, 2025)
  const entries = season().entries.map(({ result, ...entry }) => entry)
  expect(stored).toMatchObject({ ...season(), entries, isActive: false, teamCount: 0 })
})

test('a qualifier without final points causes a warning at every load; points without a place are not required', async () => {
  const unscored = new Set(['AL', 'IT', 'AZ'])
  const entries = season().entries.map((entry) =>
    entry.result && unscored.has(entry.code)
      ? { ...entry, result: { ...entry.result, finalPoints: null } }
      : entry,
  )
  const warnings = ['These qualified and have no final points yet, which count as 0: AL, IT.']
  expect(await loadSeason(db, { ...season(), entries })).toMatchObject({ ok: true, isNew: true, warnings })
  expect(await loadSeason(db, { ...season(), entries })).toMatchObject({ changes: [], warnings })
  const cheaper = entries.map((entry) => (entry.code === 'AT' ? { ...entry, priceTenths: 300 } : entry))
  expect(await loadSeason(db, { ...season(), entries: cheaper })).toMatchObject({ warnings })
  const unknown = season().entries.map((entry) => ({ ...entry, result: null }))
  expect(await loadSeason(db, { ...season(), entries: unknown })).toMatchObject({ ok: true, warnings: [] })
})

test('loading the same season twice changes nothing', async () => {
  await loadSeason(db, season())
  const before = await everything()
  expect(before.entries).toHaveLength(37)
  expect(await loadSeason(db, season())).toEqual({ ok: true, isNew: false, changes: [], warnings: [] })
  expect(await everything()).toEqual(before)
})

test('a second load lists its changes, and entries retain their ids', async () => {
  await loadSeason(db, season())
  const before = await everything()
  const loaded = await loadSeason(db, withPrice('AT', 300))
  expect(loaded).toMatchObject({ ok: true, changes: ['entry AT priceMillions: 31 → 30'] })
  const after = await everything()
  const changed = before.entries.map((entry) =>
    entry.code === 'AT' ? { ...entry, price_tenths: 300 } : entry,
  )
  expect(after.entries).toEqual(changed)
})

test('a running order that is drawn while the season runs is stored, and told', async () => {
  const undrawn = season().entries.map((entry) => ({ ...entry, finalRunningOrder: null }))
  await loadSeason(db, { ...season(), entries: undrawn })
  const drawn = undrawn.map((entry) => (entry.code === 'AT' ? { ...entry, finalRunningOrder: 9 } : entry))
  const loaded = await loadSeason(db, { ...season(), entries: drawn })
  expect(loaded).toMatchObject({ changes: ['entry AT finalRunningOrder: none → 9'] })
  const stored = await findSeason(db, 2025)
  expect(stored?.entries.filter((entry) => entry.finalRunningOrder !== null)).toMatchObject([
    { code: 'AT', finalRunningOrder: 9 },
  ])
})

test('an unused entry and an unused round can be removed', async () => {
  await loadSeason(db, season())
  const rounds = season()
    .rounds.slice(1)
    .map((round, index) => ({ ...round, roundNumber: index + 1 }))
  const loaded = await loadSeason(db, { ...without('AL'), rounds })
  expect(loaded).toMatchObject({ ok: true })
  const stored = await findSeason(db, 2025)
  expect(stored?.rounds).toHaveLength(2)
  expect(stored?.entries.map((entry) => entry.code)).not.toContain('AL')
})

test('several seasons are stored and one is active', async () => {
  await loadSeason(db, season(2025))
  await loadSeason(db, season(2026))
  expect(await findActiveContest(db)).toBeUndefined()
  expect(await activateSeason(db, 2025)).toBe(true)
  expect(await activateSeason(db, 2026)).toBe(true)
  expect((await listSeasons(db)).map(({ year, isActive }) => [year, isActive])).toEqual([
    [2025, false],
    [2026, true],
  ])
  expect((await findActiveContest(db))?.entries).toHaveLength(35)
})

test('activating a season that was never loaded changes nothing', async () => {
  await loadSeason(db, season())
  await activateSeason(db, 2025)
  const before = await everything()
  expect(await activateSeason(db, 1999)).toBe(false)
  expect(await everything()).toEqual(before)
})

test('switching and changing the active season invalidate every page, changing an inactive one invalidates none', async () => {
  const versions = async () => (await everything()).versions
  await loadSeason(db, season())
  await loadSeason(db, withPrice('AT', 300))
  expect((await versions()).map(({ n }) => n)).toEqual([0, 0, 0])
  await activateSeason(db, 2025)
  expect((await versions()).map(({ n }) => n)).toEqual([1, 1, 1])
  await loadSeason(db, season())
  expect((await versions()).map(({ n }) => n)).toEqual([2, 2, 2])
})

test.each([
  ['an entry that a team uses', without('AT'), 'entry AT cannot be removed: teams or scores use it'],
  ['an entry that has a score', without('AL'), 'entry AL cannot be removed: teams or scores use it'],
  [
    'a round with line-ups',
    { ...season(), rounds: [] },
    'round 1 cannot be removed: line-ups or scores use it',
  ],
  [
    'the start of a computed round',
    { ...season(), rounds: season().rounds.map((round) => ({ ...round, deadlineAt: round.deadlineAt + 1 })) },
    'round 1 is computed: its start and kind stay as they are',
  ],
  [
    'a further round after teams exist',
    {
      ...season(),
      rounds: [
        ...season().rounds,
        { roundNumber: 4, title: 'Encore', kind: 'final' as const, deadlineAt: 9e12 },
      ],
    },
    'round 4 cannot be added: 1 teams have no line-up for it',
  ],
])('a load that takes away or moves %s is refused and changes nothing', async (_, changed, problem) => {
  await startPlaying()
  const { id: gameId } = (await findSeason(db, 2025)) ?? { id: 0 }
  const albania = await db
    .selectFrom('entries')
    .select('id')
    .where('code', '=', 'AL')
    .executeTakeFirstOrThrow()
  const score = { game_id: gameId, round_number: 1, entry_id: albania.id, points: 50 }
  await db.insertInto('round_scores').values(score).execute()
  await db.updateTable('rounds').set({ scores_saved_at: 1 }).where('round_number', '=', 1).execute()
  const rounds = [{ roundNumber: 1, scores: [{ entryId: albania.id, points: 50 }] }]
  await insertPublication(db, {
    gameId,
    kind: 'official',
    rounds,
    publishedAt: 1,
    publishedBy: null,
    note: null,
  })
  const before = await everything()
  const loaded = await loadSeason(db, changed)
  expect(loaded.ok ? [] : loaded.problems).toContain(problem)
  expect(await everything()).toEqual(before)
})

test('a price that puts teams over the budget is stored, with a warning', async () => {
  await startPlaying()
  const loaded = await loadSeason(db, withPrice('AT', 400))
  expect(loaded).toMatchObject({
    ok: true,
    warnings: ['teams that now cost more than the budget: 1. They play on; their next change must fit.'],
  })
})
