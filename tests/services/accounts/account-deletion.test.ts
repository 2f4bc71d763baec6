import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, planDeletion } from '#app/services/accounts/account-deletion.server.ts'
import {
  type AccountExport,
  exportAccount,
  exportedTables,
} from '#app/services/accounts/account-export.server.ts'
import { removeMember, renameLeague } from '#app/services/leagues/manage-league.server.ts'
import { requestConfirmation } from '#app/services/mail/addresses.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { insertSession } from '#db/accounts/sessions.server.ts'
import { engineOf } from '#db/engine.server.ts'
import { insertDismissedNotice } from '#db/mail/dismissed-notices.server.ts'
import { insertImage } from '#db/news/images.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findSentForm } from '#db/sent-forms.server.ts'
import { listLineups } from '#db/teams/lineups.server.ts'
import { isOnPostgres, listOrphans } from '#tests/support/databases.ts'
import { codesByRank, type LeagueWorld, openLeagueWorld } from '../leagues/league-world.ts'

let world: LeagueWorld
let anna: { managerId: number; teamId: number }
let bjorn: typeof anna
let carla: typeof anna

// Anna owns the sofa, which Carla joined before Björn, and the attic alone; she is a member of Björn's kitchen.
let sofa: number
let attic: number
let kitchen: number

beforeEach(async () => {
  world = await openLeagueWorld()
  anna = await world.player('Anna', codesByRank.first)
  bjorn = await world.player('Björn', codesByRank.second)
  carla = await world.player('Carla', codesByRank.third)
  sofa = await world.league(anna.managerId, 'The sofa')
  attic = await world.league(anna.managerId, 'The attic')
  kitchen = await world.league(bjorn.managerId, 'The kitchen')
  world.setClock('2025-05-10T13:00:00Z')
  await world.join(carla.managerId, sofa)
  world.setClock('2025-05-10T14:00:00Z')
  await world.join(bjorn.managerId, sofa)
  await world.join(anna.managerId, kitchen)
})
afterEach(async () => {
  await world.expectTrueCounts()
  expect(await listOrphans(world.db)).toEqual([])
  await world.db.destroy()
})

const remove = (who: typeof anna, formKey?: string) =>
  deleteAccount(world.db, { managerId: who.managerId, clock: world.clock, formKey })

async function ranking() {
  const page = { gameId: world.contest.id, offset: 0, limit: 100 }
  const rows = await listRanking(world.db, await world.results(), page)
  return rows.map(({ rank, teamName, totalHundredths }) => [rank, teamName, totalHundredths])
}

/** The stored order of a team in a round. */
const orderOf = async (who: typeof anna, roundNumber: number) =>
  (await listLineups(world.db, who.teamId)).find((each) => each.roundNumber === roundNumber)?.entryIds

/** Every text of every table, and every number of the columns that may refer to a manager. */
async function allTexts(db: Db): Promise<string> {
  const names = await engineOf(db).listTables(db)
  expect(names.length).toBeGreaterThan(20)
  const texts = []
  for (const name of names) texts.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows)
  return JSON.stringify(texts)
}

/** Inserts a row into every table that can refer to a manager. */
async function leaveTraces(who: typeof anna) {
  const { db, clock } = world
  const lineup = { roundNumber: 3, codes: [...codesByRank.first].reverse(), alsoLater: false }
  expect(await saveLineup(db, { managerId: who.managerId, input: lineup, clock })).toMatchObject({
    ok: true,
  })
  const row = { manager_id: who.managerId, is_admin: 1, created_at: 5, last_seen_at: 6 } as const
  await insertSession(db, { id_hash: 'hash-of-anna', refresh_token_sealed: 'sealed-of-anna', ...row }, 0)
  const image = { name: 'anna.webp', bytes: new Uint8Array([1]), width: 1, height: 1 }
  await insertImage(db, { image, uploadedBy: who.managerId, now: 7 })
  const address = { managerId: who.managerId, address: 'anna@example.org', timeZone: 'Asia/Tokyo' }
  expect(await requestConfirmation(db, { ...address, now: 8 })).toEqual({ ok: true })
  await insertDismissedNotice(db, { managerId: who.managerId, cause: 'notice-of-anna', now: 9 })
  const acting = { managerId: who.managerId, leagueId: sofa, clock }
  await renameLeague(db, { ...acting, leagueName: 'The settee' })
  const garage = await world.league(bjorn.managerId, 'The garage')
  await world.join(who.managerId, garage)
  const removing = { managerId: bjorn.managerId, leagueId: garage, teamId: who.teamId, clock }
  expect(await removeMember(db, removing)).toEqual({ ok: true })
}

describe('the plan', () => {
  test('lists the consequences for teams and leagues', async () => {
    const before = await planDeletion(world.db, anna.managerId, await world.clock())
    expect(before).toEqual({
      teams: [{ year: 2025, teamName: 'Team of Anna', isRankingPlacePreserved: false }],
      left: ['The kitchen'],
      transferred: [{ leagueName: 'The sofa', successor: 'Carla' }],
      deleted: ['The attic'],
    })
    const later = await planDeletion(world.db, anna.managerId, Date.parse('2025-05-13T19:00:00Z'))
    expect(later.teams.map((team) => team.isRankingPlacePreserved)).toEqual([true])
  })

  test('of somebody without a team is empty', async () => {
    const dora = await world.manager('Dora')
    const plan = await planDeletion(world.db, dora, await world.clock())
    expect(plan).toEqual({ teams: [], left: [], transferred: [], deleted: [] })
  })
})

describe('a deleted account', () => {
  test('before the first deadline is deleted completely, with its team', async () => {
    expect(await remove(anna)).toBe(true)
    expect(await ranking()).toEqual([
      [null, 'Team of Björn', null],
      [null, 'Team of Carla', null],
    ])
    const { team_count } = await world.db
      .selectFrom('games')
      .select('team_count')
      .where('is_active', '=', 1)
      .executeTakeFirstOrThrow()
    expect(team_count).toBe(2)
    expect(await world.db.selectFrom('managers').select('subject').execute()).toEqual([
      { subject: 'Björn' },
      { subject: 'Carla' },
    ])
    const lineups = await world.db
      .selectFrom('lineups')
      .select('team_id')
      .distinct()
      .orderBy('team_id')
      .execute()
    expect(lineups.map((row) => row.team_id)).toEqual([bjorn.teamId, carla.teamId])
  })

  test('leaves its leagues to the longest-standing member; a league is deleted with its last member', async () => {
    await remove(anna)
    expect((await world.found(sofa)).ownerId).toBe(carla.managerId)
    expect(await world.members(sofa)).toEqual([carla.teamId, bjorn.teamId])
    expect(await world.members(kitchen)).toEqual([bjorn.teamId])
    await expect(world.found(attic)).rejects.toThrow()
    expect(await world.log(sofa)).toEqual([
      'created',
      'joined Carla',
      'joined Björn',
      'left',
      'handed-over Carla',
    ])
  })

  test('retains its place in the ranking, anonymised; nobody else’s rank changes', async () => {
    await world.publish(1)
    const before = await ranking()
    const table = await world.table(sofa)
    expect(before[0]).toEqual([1, 'Team of Anna', expect.any(Number)])
    await remove(anna)
    expect(await ranking()).toEqual([[1, '', before[0]?.[2]], ...before.slice(1)])
    expect(table).toEqual(['1 1 Anna', '2 1 Björn', '3 1 Carla'])
    expect(await world.table(sofa)).toEqual(['1 1 Björn', '2 1 Carla'])
  })

  test('still scores in the order saved by hand, when a later round closes', async () => {
    await world.publish(1)
    const lineup = { roundNumber: 2, codes: [...codesByRank.first].reverse(), alsoLater: false }
    expect(
      await saveLineup(world.db, { managerId: anna.managerId, input: lineup, clock: world.clock }),
    ).toMatchObject({ ok: true })
    const saved = await orderOf(anna, 2)
    await remove(anna)
    await world.publish(2)
    expect(await orderOf(anna, 2)).toEqual(saved)
    expect((await ranking())[0]).toEqual([1, '', 100 * 100 + 100 * 70])
  })

  test('keeps no time of a save, no receipt and no removal; those of others stay', async () => {
    await leaveTraces(anna)
    const shed = await world.league(bjorn.managerId, 'The shed')
    await world.join(carla.managerId, shed)
    const removing = { managerId: bjorn.managerId, leagueId: shed, teamId: carla.teamId, clock: world.clock }
    expect(await removeMember(world.db, removing)).toEqual({ ok: true })
    const readTimes = async ({ teamId }: typeof anna) => ({
      team: await world.db
        .selectFrom('teams')
        .select(['created_at', 'updated_at', 'receipt_id'])
        .where('id', '=', teamId)
        .executeTakeFirstOrThrow(),
      lineups: await world.db
        .selectFrom('lineups')
        .select(['saved_at', 'receipt_id'])
        .where('team_id', '=', teamId)
        .execute(),
      removals: await world.db
        .selectFrom('league_removals')
        .select('team_id')
        .where('team_id', '=', teamId)
        .execute(),
    })
    await world.publish(1)
    const [others, own] = [await readTimes(carla), await readTimes(anna)]
    for (const { team, lineups, removals } of [others, own])
      expect([team.updated_at > 0, lineups.length > 0, removals.length > 0]).toEqual([true, true, true])
    await remove(anna)
    expect(await readTimes(anna)).toEqual({
      team: { created_at: 0, updated_at: 0, receipt_id: null },
      lineups: own.lineups.map(() => ({ saved_at: 0, receipt_id: null })),
      removals: [],
    })
    expect(await readTimes(carla)).toEqual(others)
  })

  test('still scores, anonymised, in the next publication', async () => {
    await world.publish(1)
    await remove(anna)
    await world.publish(2)
    const after = await ranking()
    expect(after.map(([rank]) => rank)).toEqual([1, 2, 3])
    expect(after[0]).toEqual([1, '', expect.any(Number)])
    expect(Number(after[0]?.[2])).toBeGreaterThan(Number(after[1]?.[2]))
    expect(await world.table(sofa)).toEqual(['1 1 Björn', '2 1 Carla'])
  })

  test('leaves no text in any table, before the first deadline and after', async () => {
    for (const isLate of [false, true]) {
      await leaveTraces(anna)
      if (isLate) await world.publish(1)
      const needles = ['Anna', 'hash-of-anna', 'sealed-of-anna', 'anna@example.org', 'notice-of-anna']
      const before = await allTexts(world.db)
      for (const needle of needles) expect(before, `${needle} was there`).toContain(needle)
      expect(await remove(anna)).toBe(true)
      const after = await allTexts(world.db)
      for (const needle of needles) expect(after).not.toContain(needle)
      expect(
        await world.db.selectFrom('receipts').selectAll().where('manager_id', '=', anna.managerId).execute(),
      ).toEqual([])
      expect(await world.db.selectFrom('images').select(['name', 'uploaded_by']).execute()).toEqual([
        { name: 'anna.webp', uploaded_by: null },
      ])
      await world.db.deleteFrom('images').execute()
      if (isLate) break
      anna = await world.player('Anna', codesByRank.first)
      sofa = await world.league(anna.managerId, 'The sofa')
    }
  })

  test('is a new account when the same person returns: without a team, and with saves of its own', async () => {
    await world.publish(1)
    await remove(anna)
    const again = await world.manager('Anna')
    expect(again).not.toBe(anna.managerId)
    const input = { teamName: 'Second life', managerName: 'Anna', codes: codesByRank.last }
    const saved = await saveTeam(world.db, { managerId: again, input, clock: world.clock })
    expect(saved).toMatchObject({ ok: true })
    expect((await ranking()).map(([rank, name]) => [rank, name])).toContainEqual([4, 'Second life'])
  })

  test('is deleted once, and the form is remembered', async () => {
    expect(await findSentForm(world.db, 'a-form')).toBeUndefined()
    expect(await Promise.all([remove(anna, 'a-form'), remove(anna, 'a-form')])).toEqual([true, false])
    expect(await findSentForm(world.db, 'a-form')).toBe(0)
  })

  test('accepts no save that was in progress', async () => {
    await remove(anna)
    const input = { teamName: 'Too late', managerName: 'Anna', codes: codesByRank.last }
    const saved = await saveTeam(world.db, { managerId: anna.managerId, input, clock: world.clock })
    expect(saved).toEqual({ ok: false, problems: ['ACCOUNT_MISSING'] })
    const lineup = { roundNumber: 3, codes: codesByRank.first, alsoLater: false }
    expect(
      await saveLineup(world.db, { managerId: anna.managerId, input: lineup, clock: world.clock }),
    ).toEqual({
      ok: false,
      problem: 'TEAM_MISSING',
    })
    expect(await allTexts(world.db)).not.toContain('Too late')
  })

  test('without a team is deleted, too', async () => {
    const dora = { managerId: await world.manager('Dora'), teamId: 0 }
    expect(await remove(dora)).toBe(true)
    expect(await allTexts(world.db)).not.toContain('Dora')
  })
})

describe('the account export', () => {
  test('covers every table of the schema', async () => {
    const names = await engineOf(world.db).listTables(world.db)
    const own = names.filter((name) => !/^(sqlite|kysely)_/.test(name))
    expect(Object.keys(exportedTables).sort()).toEqual(own.sort())
  })

  test('includes every table that refers to a manager or a team', async () => {
    const naming = await tablesThatName(world.db, ['managers', 'teams'])
    expect(naming).toContain('sessions')
    expect(naming).toContain('membership_changes')
    // Covered by the memberships and the league log.
    const shown = naming.filter((table) => table !== 'membership_changes')
    for (const table of shown) expect(entryOf(table), table).toHaveProperty('shown')
  })

  test('has content in each of its parts, and nobody else’s name or key in any', async () => {
    await leaveTraces(anna)
    await world.publish(1)
    await world.db.updateTable('publications').set({ published_by: anna.managerId }).execute()
    const copy = await exportAccount(world.db, anna.managerId, readSeason)
    if (!copy) throw new Error('There is no copy')
    for (const [table, coverage] of Object.entries(exportedTables))
      if ('shown' in coverage)
        expect(partOf(copy, coverage.shown), `${table} in ${coverage.shown}`).toBe(true)
    const text = JSON.stringify(copy)
    for (const own of ['Anna', 'Team of Anna', 'The settee', 'anna.webp', 'anna@example.org', 'Asia/Tokyo'])
      expect(text).toContain(own)
    for (const other of ['Björn', 'Carla', 'hash-of-anna', 'sealed-of-anna', 'link-number', 'The garage'])
      expect(text).not.toContain(other)
    expect(copy.teams[0]?.saves.map(({ kind, rounds }) => [kind, rounds])).toEqual([
      ['line-up', [3]],
      ['team', [1, 2, 3]],
    ])
    expect(copy.publications).toMatchObject([{ season: 2025, version: 1 }])
    expect(copy.teams[0]?.results).toMatchObject({ rank: 1, rounds: [{ round: 1, roundRank: 1 }] })
  })

  test('says nothing of what others do', async () => {
    const { db, clock } = world
    await leaveTraces(anna)
    await world.publish(1)
    await db.updateTable('publications').set({ published_by: carla.managerId }).execute()
    const before = await exportAccount(db, anna.managerId, readSeason)
    expect(before?.publications).toEqual([])
    const row = { manager_id: carla.managerId, is_admin: 1, created_at: 5, last_seen_at: 6 } as const
    await insertSession(db, { id_hash: 'hash-of-carla', refresh_token_sealed: 'sealed-of-carla', ...row }, 0)
    const image = { name: 'carla.webp', bytes: new Uint8Array([1]), width: 1, height: 1 }
    await insertImage(db, { image, uploadedBy: carla.managerId, now: 7 })
    const address = { managerId: carla.managerId, address: 'carla@example.org', timeZone: null }
    expect(await requestConfirmation(db, { ...address, now: 8 })).toEqual({ ok: true })
    await insertDismissedNotice(db, { managerId: carla.managerId, cause: 'notice-of-carla', now: 9 })
    const shed = await world.league(bjorn.managerId, 'The shed')
    await world.join(carla.managerId, shed)
    const removing = { managerId: bjorn.managerId, leagueId: shed, teamId: carla.teamId, clock }
    expect(await removeMember(db, removing)).toEqual({ ok: true })
    expect(await exportAccount(db, anna.managerId, readSeason)).toEqual(before)
  })

  test('is undefined once the account is deleted', async () => {
    await remove(anna)
    expect(await exportAccount(world.db, anna.managerId, readSeason)).toBeUndefined()
  })
})

async function readSeason(gameId: number) {
  return { season: await world.scoreboards.readSeason(gameId), revealedRound: Number.POSITIVE_INFINITY }
}

function entryOf(table: string) {
  return Object.entries(exportedTables).find(([name]) => name === table)?.[1]
}

/** Tables with a foreign key to one of these, or with a column of such a name. */
async function tablesThatName(db: Db, targets: readonly string[]): Promise<string[]> {
  const { rows } = await (isOnPostgres ? tablesByCatalog(targets) : tablesByPragma(targets)).execute(db)
  return rows.map(({ name }) => name)
}

const namingColumns = ['manager_id', 'team_id', 'owner_id', 'actor_id', 'subject']

const tablesByCatalog = (targets: readonly string[]) => sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    left join pg_constraint f on f.contype = 'f' and f.conrelid = c.table_name::regclass
    where c.table_schema = current_schema() and c.table_name <> 'demo_mails' and (
      f.confrelid::regclass::text in (${sql.join(targets)}) or c.column_name in (${sql.join(namingColumns)})
    )`

const tablesByPragma = (targets: readonly string[]) => sql<{ name: string }>`
    select distinct t.name from sqlite_master t
    left join pragma_foreign_key_list(t.name) f
    left join pragma_table_info(t.name) c
    -- A mail has a subject that is nobody.
    where t.type = 'table' and t.name <> 'demo_mails' and (
      f."table" in (${sql.join(targets)}) or c.name in (${sql.join(namingColumns)})
    )`

/** Whether a part, such as 'teams.leagues', has content. */
function partOf(copy: AccountExport, part: string): boolean {
  const [name = '', inner] = part.split('.')
  const found = partNamed(copy, name)
  const parts = inner && Array.isArray(found) ? found.map((each) => partNamed(each, inner)) : [found]
  return parts.some((each) => (Array.isArray(each) ? each.length > 0 : each !== null && each !== undefined))
}

function partNamed(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null
    ? Object.entries(of).find(([key]) => key === name)?.[1]
    : undefined
}
