import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { findTeamReceipt, listReceipts, listReceiptsInForce, maxReceipts } from '#db/teams/receipts.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** Every accepted save has a receipt, stored with the save; a refused one has none. */
const six = ['AT', 'EE', 'IT', 'PL', 'PT', 'LV']
const reversed = [...six].reverse()
const firstShow = Date.parse('2025-05-13T19:00:00Z')
const secondShow = Date.parse('2025-05-15T19:00:00Z')

let store: Awaited<ReturnType<typeof openTestDatabase>>
let anna: number

beforeEach(async () => {
  store = await openTestDatabase()
  anna = await store.manager('anna')
})
afterEach(() => store.db.destroy())

const team = (codes: readonly string[] = six, managerId = anna) =>
  saveTeam(store.db, {
    managerId,
    input: { teamName: 'Six Lights', managerName: 'Anna', codes },
    clock: store.clock,
  })

const lineup = (roundNumber: number, codes: readonly string[], alsoLater = false) =>
  saveLineup(store.db, { managerId: anna, input: { roundNumber, codes, alsoLater }, clock: store.clock })

const own = (managerId = anna) => ({ gameId: store.contest.id, managerId })

async function receipts(managerId = anna) {
  const all = await listReceipts(store.db, { ...own(managerId), limit: 100 })
  return all.map((each) => [each.kind, each.roundNumbers.join(), each.codes.join('.'), each.savedAt])
}

/** Line-ups and rounds in force, by their receipts. */
async function inForce() {
  const stored = await findTeamOfManager(store.db, own())
  const all = await listReceiptsInForce(store.db, stored?.id ?? 0)
  return all.map((each) => [each.kind, each.roundNumbers.join(), each.codes.join('.')])
}

describe('a team save', () => {
  test('has one receipt, with its name, its order, its line-ups, and its game time', async () => {
    store.setClock(firstShow - 1)
    await team()
    expect(await receipts()).toEqual([['team', '1,2,3', six.join('.'), firstShow - 1]])
    expect(await findTeamReceipt(store.db, own())).toMatchObject({ teamName: 'Six Lights', kind: 'team' })
    expect(await inForce()).toEqual([['team', '1,2,3', six.join('.')]])
  })

  test('of a late joiner names only the open rounds', async () => {
    store.setClock(secondShow - 1)
    await team()
    expect(await receipts()).toEqual([['team', '2,3', six.join('.'), secondShow - 1]])
  })

  test('has separate receipts for line-ups it set and adjusted; an unchanged one retains its receipt', async () => {
    await team()
    await lineup(1, reversed)
    store.setClock('2025-05-11T12:00:00Z')
    await team(reversed)
    expect((await receipts()).map(([kind, rounds]) => [kind, rounds])).toEqual([
      ['team', '2,3'],
      ['line-up', '1'],
      ['team', '1,2,3'],
    ])
    await team(['SM', 'AT', 'EE', 'IT', 'PL', 'PT'])
    const at = Date.parse('2025-05-11T12:00:00Z')
    expect((await receipts()).slice(0, 2)).toEqual([
      ['refit', '1', 'SM.PT.PL.IT.EE.AT', at],
      ['team', '2,3', 'SM.AT.EE.IT.PL.PT', at],
    ])
    expect(await inForce()).toEqual([
      ['refit', '1', 'SM.PT.PL.IT.EE.AT'],
      ['team', '2,3', 'SM.AT.EE.IT.PL.PT'],
    ])
    const stored = await store.db
      .selectFrom('lineups')
      .select('saved_at')
      .where('round_number', '=', 1)
      .execute()
    expect(stored, 'the line-up and its receipt name one time').toEqual([{ saved_at: at }])
  })
})

describe('a line-up save', () => {
  test('has one receipt, for any number of rounds', async () => {
    await team()
    await lineup(1, reversed)
    await lineup(2, reversed, true)
    expect((await receipts()).map(([kind, rounds, codes]) => [kind, rounds, codes])).toEqual([
      ['line-up', '2,3', reversed.join('.')],
      ['line-up', '1', reversed.join('.')],
      ['team', '1,2,3', six.join('.')],
    ])
    expect(await inForce()).toEqual([
      ['line-up', '1', reversed.join('.')],
      ['line-up', '2,3', reversed.join('.')],
    ])
  })

  test('saved again unchanged has a new receipt, which is in force', async () => {
    await team()
    await lineup(1, reversed)
    store.setClock(firstShow - 1)
    await lineup(1, reversed)
    const all = await receipts()
    expect(all.map(([kind, , , at]) => [kind, at])).toEqual([
      ['line-up', firstShow - 1],
      ['line-up', Date.parse('2025-05-10T12:00:00Z')],
      ['team', Date.parse('2025-05-10T12:00:00Z')],
    ])
    const stored = await findTeamOfManager(store.db, own())
    expect((await listReceiptsInForce(store.db, stored?.id ?? 0))[0]?.savedAt).toBe(firstShow - 1)
  })

  test('two concurrent saves have two receipts, one of them in force', async () => {
    await team()
    const saved = await Promise.all([lineup(1, reversed), lineup(1, ['LV', ...six.slice(0, 5)])])
    expect(saved.map(({ ok }) => ok)).toEqual([true, true])
    const [newest] = (await receipts()).filter(([kind]) => kind === 'line-up')
    expect((await receipts()).filter(([kind]) => kind === 'line-up')).toHaveLength(2)
    expect((await inForce())[0]?.[2]).toBe(newest?.[2])
    const row = await store.db
      .selectFrom('lineups')
      .innerJoin('entries', 'entries.id', 'entry_1')
      .select('code')
      .where('round_number', '=', 1)
      .execute()
    expect(row, 'the receipt in force tells the stored order').toEqual([
      { code: newest?.[2]?.toString().slice(0, 2) },
    ])
  })
})

describe('no receipt', () => {
  test('is stored for a refused save', async () => {
    await team()
    const before = await receipts()
    expect((await team(six.slice(1))).ok).toBe(false)
    expect((await lineup(1, six.slice(1))).ok).toBe(false)
    expect((await lineup(9, six)).ok).toBe(false)
    store.setClock(firstShow)
    expect((await team()).ok).toBe(false)
    expect((await lineup(1, reversed)).ok).toBe(false)
    expect(await receipts()).toEqual(before)
  })

  test('is stored without its save, nor a save without its receipt', async () => {
    await team()
    const before = [await store.snapshot(), await receipts()]
    await store.db.schema.alterTable('lineups').renameTo('lineups_away').execute()
    await expect(lineup(1, reversed)).rejects.toThrow()
    await store.db.schema.alterTable('lineups_away').renameTo('lineups').execute()
    expect([await store.snapshot(), await receipts()]).toEqual(before)
    await store.db.schema.alterTable('receipts').renameTo('receipts_away').execute()
    await expect(lineup(1, reversed)).rejects.toThrow()
    await store.db.schema.alterTable('receipts_away').renameTo('receipts').execute()
    expect([await store.snapshot(), await receipts()]).toEqual(before)
  })

  test('is visible to other managers', async () => {
    const bjorn = await store.manager('björn')
    await team()
    await team(reversed, bjorn)
    expect((await receipts()).map(([, , codes]) => codes)).toEqual([six.join('.')])
    expect((await receipts(bjorn)).map(([, , codes]) => codes)).toEqual([reversed.join('.')])
  })
})

test('a receipt retains a country that was removed from the season', async () => {
  await team(['SM', ...six.slice(1)])
  await team()
  await store.db.deleteFrom('entries').where('code', '=', 'SM').execute()
  expect((await receipts()).map(([, , codes]) => codes)).toEqual([
    six.join('.'),
    `SM.${six.slice(1).join('.')}`,
  ])
})

test('the list is read page by page from any receipt on, newest first', async () => {
  await team()
  for (let n = 0; n < 5; n += 1) await lineup(1, n % 2 ? six : reversed)
  const all = await listReceipts(store.db, { ...own(), limit: 100 })
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const page = await listReceipts(store.db, { ...own(), before: ids[1] ?? 0, limit: 3 })
  expect(page.map(({ id }) => id)).toEqual(ids.slice(2, 5))
})

describe('a thousand receipts of a manager and season are retained:', () => {
  /** Inserts receipts with ids below those of later saves. */
  const fill = (count: number) =>
    sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into receipts (manager_id, game_id, kind, round_numbers, codes, saved_at)
      select ${anna}, ${store.contest.id}, 'line-up', '1', ${six.join('.')}, n from numbers`.execute(store.db)
  const ids = async (managerId = anna) =>
    (await listReceipts(store.db, { ...own(managerId), limit: 100_000 })).map(({ id }) => id)

  test('a new one replaces the oldest, and nobody else’s', async () => {
    const bjorn = await store.manager('björn')
    await team(six, bjorn)
    const others = await ids(bjorn)
    await team()
    await fill(maxReceipts - 1)
    const before = await ids()
    expect(before).toHaveLength(maxReceipts)
    await lineup(1, reversed)
    await lineup(1, reversed)
    const after = await ids()
    expect(after).toHaveLength(maxReceipts)
    expect(after.slice(2)).toEqual([...before.slice(0, -3), before.at(-1)])
    expect(await ids(bjorn)).toEqual(others)
  })

  test('those of the current team and line-ups, however old they are', async () => {
    await team()
    await lineup(2, reversed)
    const before = [await findTeamReceipt(store.db, own()), await inForce()]
    await fill(maxReceipts + 50)
    for (let n = 0; n < 10; n += 1) await lineup(3, reversed)
    const after = [await findTeamReceipt(store.db, own()), (await inForce()).slice(0, 2)]
    expect(after).toEqual([
      before[0],
      [
        ['team', '1', six.join('.')],
        ['line-up', '2', reversed.join('.')],
      ],
    ])
    expect((await ids()).length).toBe(maxReceipts)
  })

  test('a season with more from before the bound is reduced to it save by save', async () => {
    await team()
    await fill(2 * maxReceipts)
    let count = (await ids()).length
    while (count > maxReceipts) {
      await lineup(1, reversed)
      const left = (await ids()).length
      expect(left).toBe(Math.max(maxReceipts, count + 1 - 20))
      count = left
    }
    expect(count).toBe(maxReceipts)
  })
})
