import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '#app/services/demo-chance.server.ts'
import { countRowsUpTo, findLastPosition, findPositionBefore, listGaps } from '#db/league-blocks.server.ts'
import { deleteTable, removeFromTable } from '#db/league-standings.server.ts'
import { deleteMembership, insertMembership } from '#db/memberships.server.ts'
import { listLeagueRanking } from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import * as leagueBlocks from '#migrations/0004-league-blocks.ts'
import { addLeague, gameOf, openSeason } from '#tests/services/compute-world.ts'

let db: Db
let leagueId: number
beforeEach(async () => {
  db = await openSeason()
  leagueId = await addLeague(db, 'Large', [])
})
afterEach(() => db.destroy())

/** What the database counts, as it would be counted from nothing. */
async function expectTrueCounts() {
  const counted = () =>
    Promise.all([
      db.selectFrom('league_gaps').selectAll().execute(),
      db.selectFrom('membership_blocks').selectAll().where('members', '>', 0).execute(),
    ])
  const kept = await counted()
  await sql`drop table league_gaps`.execute(db)
  await sql`drop table membership_blocks`.execute(db)
  await leagueBlocks.up(db)
  expect(kept).toEqual(await counted())
}

describe('a table of 20,000 that members leave', () => {
  const size = 20_000
  const table = () => ({ generation: 1, leagueId })

  beforeEach(async () => {
    await sql`
      insert into league_standings (generation, league_id, position, team_id, rank, tied, total_hundredths)
      with recursive series(i) as (select 1 union all select i + 1 from series where i < ${size})
      select 1, ${leagueId}, i, i, i, 1, 0 from series`.execute(db)
  })

  const positions = async () =>
    (await db.selectFrom('league_standings').select('position').orderBy('position').execute()).map(
      (row) => row.position,
    )
  const leave = (teamIds: readonly number[]) =>
    teamIds.reduce(
      (before, teamId) => before.then(() => removeFromTable(db, { ...table(), teamId })),
      Promise.resolve(),
    )

  /** Every page begins where counting through the rows would begin it, and every row knows its place. */
  async function expectTruePages() {
    const there = await positions()
    const gaps = await listGaps(db, table())
    const empty = gaps.reduce((sum, block) => sum + block.gaps, 0)
    expect((await findLastPosition(db, table())) - empty).toBe(there.length)
    for (let offset = 0; offset < there.length; offset += 499) {
      const after = await findPositionBefore(db, { ...table(), gaps, offset })
      expect(there.find((position) => position > after)).toBe(there[offset])
      const position = there[offset] ?? 0
      expect(await countRowsUpTo(db, { ...table(), position })).toBe(offset + 1)
    }
    const past = await findPositionBefore(db, { ...table(), gaps, offset: there.length })
    expect(there.filter((position) => position > past)).toEqual([])
    await expectTrueCounts()
  }

  test('is dense before anybody does', async () => {
    expect(await positions()).toHaveLength(size)
    await expectTruePages()
  })

  test('has no page that loses or repeats a row', async () => {
    const random = seededRandom(1)
    await leave([1, 8192, 8193, 16_384, 16_385])
    await expectTruePages()
    await leave(Array.from({ length: 60 }, () => 1 + Math.floor(random() * size)))
    await expectTruePages()
  })

  test('is shorter when its last rows go, and grows at its end again', async () => {
    await leave([19_998, 19_999, 20_000, 16_384])
    await expectTruePages()
    await sql`delete from league_standings where position > 16387`.execute(db)
    await leave([16_387, 16_386, 16_385])
    await expectTruePages()
    expect(await findLastPosition(db, table())).toBe(16_383)
    await sql`insert into league_standings values (1, ${leagueId}, 16384, 30000, 1, 1, 0, null)`.execute(db)
    await expectTruePages()
  })

  test('can lose a whole block, and all', async () => {
    await sql`delete from league_standings where position between 8193 and 16383`.execute(db)
    await leave([16_384])
    await expectTruePages()
    await sql`delete from league_standings where position > 1`.execute(db)
    await leave([1])
    expect(await findLastPosition(db, table())).toBe(0)
    expect(await listGaps(db, table())).toEqual([])
  })

  test('takes its gaps along', async () => {
    await leave([5])
    expect(await listGaps(db, table())).toEqual([{ block: 0, gaps: 1 }])
    await deleteTable(db, table())
    expect(await listGaps(db, table())).toEqual([])
  })
})

describe('members by joining, among 30,000 teams of whom some are members', () => {
  const ids = Array.from({ length: 300 }, (_, index) => (index + 1) * 100)

  beforeEach(async () => {
    const { id: gameId } = await gameOf(db)
    for (const id of ids) {
      await sql`insert into managers values (${id}, 'test', ${id}, 1)`.execute(db)
      await sql`
        insert into teams values (${id}, ${gameId}, ${id}, 'Team', 'Manager', 1, 2, 3, 4, 5, 6, 1, 1, null)`.execute(
        db,
      )
    }
    for (const teamId of [...ids].reverse()) await insertMembership(db, { leagueId, teamId, now: 1 })
  })

  async function expectTruePages(members: readonly number[]) {
    for (let offset = 0; offset <= members.length; offset += 7) {
      const rows = await listLeagueRanking(db, { generation: null, leagueId, offset, limit: 3 })
      expect(rows.map((row) => row.teamId)).toEqual(members.slice(offset, offset + 3))
    }
    await expectTrueCounts()
  }

  test('every page begins where it should, also after some have left and come back', async () => {
    await expectTruePages(ids)
    const gone = ids.filter((id) => id % 700 === 0 || (id > 9000 && id < 17_000))
    for (const teamId of gone) await deleteMembership(db, { leagueId, teamId })
    await expectTruePages(ids.filter((id) => !gone.includes(id)))
    for (const teamId of gone) await insertMembership(db, { leagueId, teamId, now: 2 })
    await expectTruePages(ids)
  })
})
