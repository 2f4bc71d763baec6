import { beforeEach, describe, expect, test } from 'vitest'
import { pickEntriesById } from '#app/game/team/team.ts'
import { findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { listLineups } from '#db/teams/lineups.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const six = ['AT', 'EE', 'GR', 'IT', 'PL', 'LV']
const input = { teamName: 'Six Lights', managerName: 'Anna', codes: six }
const firstShow = Date.parse('2025-05-13T19:00:00Z')
const secondShow = Date.parse('2025-05-15T19:00:00Z')
const final = Date.parse('2025-05-17T19:00:00Z')

let store: Awaited<ReturnType<typeof openTestDatabase>>
let anna: number

beforeEach(async () => {
  store = await openTestDatabase()
  anna = await store.manager('anna')
})

const save = (changes: Partial<typeof input> = {}, managerId = anna) =>
  saveTeam(store.db, { managerId, input: { ...input, ...changes }, clock: store.clock })

async function lineups(managerId = anna) {
  const team = await findTeamOfManager(store.db, { gameId: store.contest.id, managerId })
  const rows = team ? await listLineups(store.db, team.id) : []
  const codes = (ids: readonly number[]) =>
    pickEntriesById(store.contest.entries, ids).map((entry) => entry.code)
  return rows.map((row) => [row.roundNumber, codes(row.entryIds).join('.'), row.isAutomatic])
}

const lineupOf = (roundNumber: number, codes: readonly string[], alsoLater = false) =>
  saveLineup(store.db, { managerId: anna, input: { roundNumber, codes, alsoLater }, clock: store.clock })

describe('a new team', () => {
  test('is stored with an automatic line-up in its own order for every open round', async () => {
    expect(await save()).toMatchObject({ ok: true })
    const order = six.join('.')
    expect(await lineups()).toEqual([
      [1, order, true],
      [2, order, true],
      [3, order, true],
    ])
  })

  test('counts once, however often it is saved', async () => {
    await save()
    await save({ teamName: 'Other name' })
    const games = await store.db.selectFrom('games').select('team_count').where('is_active', '=', 1).execute()
    expect(games).toEqual([{ team_count: 1 }])
    expect(await store.db.selectFrom('teams').select('team_name').execute()).toEqual([
      { team_name: 'Other name' },
    ])
  })

  test('and its later saves change nobody else’s team and line-ups, and no other season', async () => {
    const next = findBundledSeason(2026)
    if (!next) throw new Error('There is no season 2026')
    await loadSeason(store.db, next)
    const bjorn = await store.manager('björn')
    await save({ teamName: 'Of Björn', managerName: 'Björn' }, bjorn)
    const readOthers = async () => [
      await store.db.selectFrom('teams').selectAll().where('manager_id', '=', bjorn).execute(),
      await lineups(bjorn),
      await store.db.selectFrom('games').select(['year', 'team_count']).where('year', '!=', 2025).execute(),
    ]
    const before = await readOthers()
    await save()
    await save({ teamName: 'Renamed', codes: [...six].reverse() })
    expect(await lineupOf(2, six)).toMatchObject({ ok: true })
    expect(await readOthers()).toEqual(before)
    const counts = await store.db.selectFrom('games').select(['year', 'team_count']).orderBy('year').execute()
    expect(counts).toEqual([
      { year: 2025, team_count: 2 },
      { year: 2026, team_count: 0 },
    ])
  })

  test('two concurrent saves make one team', async () => {
    const [first, second] = await Promise.all([save(), save()])
    expect([first.ok, second.ok]).toEqual([true, true])
    expect(await store.db.selectFrom('teams').select('id').execute()).toHaveLength(1)
  })

  test('of a late joiner has line-ups only for the open rounds, and is locked at once', async () => {
    store.setClock(secondShow - 1)
    expect(await save()).toMatchObject({ ok: true })
    expect((await lineups()).map(([round]) => round)).toEqual([2, 3])
    expect(await save({ teamName: 'Changed' })).toEqual({ ok: false, problems: ['TEAM_CHANGE_NOT_ALLOWED'] })
  })
})

describe('a team cannot change', () => {
  test('from the first deadline on, to the millisecond', async () => {
    await save()
    store.setClock(firstShow - 1)
    expect(await save({ teamName: 'In time' })).toMatchObject({ ok: true })
    store.setClock(firstShow)
    const before = await store.snapshot()
    expect(await save({ teamName: 'Too late' })).toEqual({ ok: false, problems: ['TEAM_CHANGE_NOT_ALLOWED'] })
    expect(await store.snapshot()).toEqual(before)
  })

  test('nor be created from the final deadline on', async () => {
    store.setClock(final - 1)
    expect(await save({}, await store.manager('björn'))).toMatchObject({ ok: true })
    store.setClock(final)
    const before = await store.snapshot()
    expect(await save()).toEqual({ ok: false, problems: ['GAME_CONCLUDED'] })
    expect(await store.snapshot()).toEqual(before)
  })

  test('into something the rules refuse', async () => {
    await save()
    const before = await store.snapshot()
    for (const codes of [
      six.slice(1),
      [...six, 'SM'],
      Array.from({ length: 6 }, () => 'AT'),
      ['AT', 'SE', 'FR', 'FI', 'BE', 'IL'],
    ]) {
      expect(await save({ codes })).toMatchObject({ ok: false })
    }
    expect(await save({ teamName: '\u200b' })).toEqual({ ok: false, problems: ['TEAM_NAME_MISSING'] })
    expect(await store.snapshot()).toEqual(before)
  })

  test('without an active game', async () => {
    await store.db.updateTable('games').set({ is_active: 0 }).execute()
    expect(await save()).toEqual({ ok: false, problems: ['ACTIVE_GAME_MISSING'] })
  })
})

describe('when a team changes before the first deadline', () => {
  test('a saved line-up retains the order of the remaining countries, automatic ones follow the team', async () => {
    await save()
    await lineupOf(2, [...six].reverse())
    await save({ codes: ['SM', 'AT', 'EE', 'IT', 'PL', 'PT'] })
    expect(await lineups()).toEqual([
      [1, 'SM.AT.EE.IT.PL.PT', true],
      [2, 'SM.PL.IT.PT.EE.AT', false],
      [3, 'SM.AT.EE.IT.PL.PT', true],
    ])
  })
})

describe('a line-up', () => {
  test('is saved for its round only, and for all later ones on request', async () => {
    await save()
    const reversed = [...six].reverse()
    expect(await lineupOf(1, reversed)).toMatchObject({ ok: true })
    expect(await lineups()).toEqual([
      [1, reversed.join('.'), false],
      [2, six.join('.'), true],
      [3, six.join('.'), true],
    ])
    expect(await lineupOf(2, reversed, true)).toMatchObject({ ok: true })
    expect((await lineups()).map(([, order, isAutomatic]) => [order, isAutomatic])).toEqual(
      Array.from({ length: 3 }, () => [reversed.join('.'), false]),
    )
  })

  test('cannot change after the deadline, to the millisecond', async () => {
    await save()
    store.setClock(firstShow - 1)
    expect(await lineupOf(1, [...six].reverse())).toMatchObject({ ok: true })
    store.setClock(firstShow)
    const before = await store.snapshot()
    expect(await lineupOf(1, six)).toEqual({ ok: false, problem: 'ROUND_PAST_DEADLINE' })
    expect(await store.snapshot()).toEqual(before)
    expect(await lineupOf(2, [...six].reverse())).toMatchObject({ ok: true })
  })

  test.each([
    ['five countries', six.slice(1)],
    ['seven', [...six, 'SM']],
    ['one twice', [...six.slice(1), 'LV']],
    ["another team's country", [...six.slice(1), 'SE']],
    ['nothing', ['']],
  ])('of %s is refused and changes nothing', async (_, codes) => {
    await save()
    const before = await store.snapshot()
    expect(await lineupOf(1, codes)).toEqual({ ok: false, problem: 'LINEUP_MISMATCH' })
    expect(await store.snapshot()).toEqual(before)
  })

  test('needs a team and a round that exists', async () => {
    expect(await lineupOf(1, six)).toEqual({ ok: false, problem: 'TEAM_MISSING' })
    await save()
    expect(await lineupOf(4, six)).toEqual({ ok: false, problem: 'ROUND_MISSING' })
  })

  test("is the manager's own: another's team is never touched", async () => {
    await save()
    const bjorn = await store.manager('björn')
    await save({ teamName: 'Other' }, bjorn)
    await lineupOf(1, [...six].reverse())
    expect((await lineups(bjorn))[0]).toEqual([1, six.join('.'), true])
  })
})
