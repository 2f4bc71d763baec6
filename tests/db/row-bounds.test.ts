import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { listEventsOfTeam } from '#db/accounts/account-export.server.ts'
import { insertLogoutToken, insertSession, maxSessions } from '#db/accounts/sessions.server.ts'
import { insertSignInAttempt } from '#db/accounts/sign-in-attempts.server.ts'
import { insertLeagueEvent, maxLeagueEvents } from '#db/leagues/league-events.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { deleteMembership, insertMembership, maxMembershipChanges } from '#db/leagues/memberships.server.ts'
import { maxRows } from '#db/row-bounds.server.ts'
import type { Db } from '#db/schema.server.ts'
import { insertSentForm } from '#db/sent-forms.server.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { openTestDatabase } from '../support/test-database.ts'

/** Tables that anybody can add rows to are bounded: the oldest rows are deleted, the newest stay. */
let store: Awaited<ReturnType<typeof openTestDatabase>>
let db: Db
beforeEach(async () => {
  store = await openTestDatabase()
  db = store.db
})
afterEach(() => db.destroy())

const tables = [
  {
    table: 'sign_in_attempts',
    columns: 'state_hash, redirect_to, created_at',
    row: `'old ' || n, '/', n`,
    insert: (now: number) =>
      insertSignInAttempt(db, { stateHash: `new ${now}`, redirectTo: '/', now, forgetBefore: 0 }),
  },
  {
    table: 'sent_forms',
    columns: 'form_key, made_id, sent_at',
    row: `'old ' || n, 1, n`,
    insert: (now: number) => insertSentForm(db, { formKey: `new ${now}`, madeId: 1, now }),
  },
  {
    table: 'logout_tokens_seen',
    columns: 'token_hash, expires_at',
    row: `'old ' || n, n`,
    insert: (now: number) => insertLogoutToken(db, { hash: `new ${now}`, expiresAt: now, now: 0 }),
  },
] as const

describe.each(tables)('$table', ({ table, columns, row, insert }) => {
  const fill = (count: number) =>
    sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into ${sql.table(table)} (${sql.raw(columns)}) select ${sql.raw(row)} from numbers`.execute(db)
  const keys = async () => {
    const rows = await sql<{ key: string }>`select * from ${sql.table(table)}`.execute(db)
    return new Set(rows.rows.flatMap((each) => Object.values(each)))
  }

  test('has a hundred thousand rows at most: a new one replaces the oldest', async () => {
    await fill(maxRows)
    await insert(maxRows + 1)
    const left = await keys()
    expect([left.has('old 1'), left.has('old 2'), left.has(`new ${maxRows + 1}`)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('that was larger before the bound shrinks with each insert', async () => {
    await fill(maxRows + 150)
    await insert(maxRows + 151)
    const once = await keys()
    expect([once.has('old 100'), once.has('old 101')]).toEqual([false, true])
    await insert(maxRows + 152)
    const twice = await keys()
    expect([twice.has('old 152'), twice.has('old 153')]).toEqual([false, true])
  })
})

test('a manager retains the hundred most recently used sessions, and others lose none', async () => {
  const [anna, bjorn] = [await store.manager('anna'), await store.manager('björn')]
  const start = (managerId: number, n: number) => {
    const row = { manager_id: managerId, is_admin: 0, created_at: n, last_seen_at: n } as const
    return insertSession(db, { ...row, id_hash: `${managerId} ${n}` }, 0)
  }
  await start(bjorn, 1)
  for (let n = 1; n <= maxSessions + 20; n += 1) await start(anna, n)
  const hashes = (await db.selectFrom('sessions').select('id_hash').execute()).map((row) => row.id_hash)
  expect(hashes).toHaveLength(maxSessions + 1)
  expect(hashes).toContain(`${bjorn} 1`)
  expect([hashes.includes(`${anna} 20`), hashes.includes(`${anna} 21`)]).toEqual([false, true])
})

test('a league’s log retains its newest lines, and an account export has a bounded number of them', async () => {
  const ownerId = await store.manager('anna')
  const input = { teamName: 'Lamps', managerName: 'Anna', codes: affordableCodes }
  const saved = await saveTeam(db, { managerId: ownerId, input, clock: store.clock })
  if (!saved.ok) throw new Error('No team was saved')
  const actorId = saved.teamId
  const leagueOf = (inviteSecret: string) =>
    insertLeague(db, { gameId: store.contest.id, ownerId, leagueName: 'Sofa', inviteSecret, now: 1 })
  const leagueIds = [await leagueOf('first'), await leagueOf('second'), await leagueOf('third')]
  for (const leagueId of leagueIds)
    for (let now = 1; now <= maxLeagueEvents + 10; now += 1)
      await insertLeagueEvent(db, { leagueId, kind: 'renamed', actorId, detail: `name ${now}`, now })
  for (const leagueId of leagueIds) {
    const lines = await db
      .selectFrom('league_events')
      .select('happened_at')
      .where('league_id', '=', leagueId)
      .execute()
    expect(lines).toHaveLength(maxLeagueEvents)
    expect(Math.min(...lines.map((line) => line.happened_at))).toBe(11)
  }
  const copied = await listEventsOfTeam(db, actorId)
  expect(copied).toHaveLength(1000)
  expect(copied.at(-1)).toMatchObject({ leagueId: leagueIds.at(-1), detail: `name ${maxLeagueEvents + 10}` })
})

test('the newest hundred joins and leaves of a team in a league are retained', async () => {
  const managerId = await store.manager('restless')
  const input = { teamName: 'Restless', managerName: 'R.', codes: affordableCodes }
  const saved = await saveTeam(db, { managerId, input, clock: store.clock })
  if (!saved.ok) throw new Error('No team')
  const league = { gameId: store.contest.id, ownerId: managerId, leagueName: 'Door', inviteSecret: 'door' }
  const member = { leagueId: await insertLeague(db, { ...league, now: 1 }), teamId: saved.teamId }
  for (let turn = 0; turn < maxMembershipChanges; turn += 1) {
    await insertMembership(db, { ...member, now: turn })
    await deleteMembership(db, member)
  }
  const rows = await db.selectFrom('membership_changes').select(['id', 'change']).orderBy('id').execute()
  expect(rows.map(({ change }) => change)).toEqual(
    Array.from({ length: maxMembershipChanges }, (_, index) => (index % 2 === 0 ? 1 : -1)),
  )
  expect(rows.at(-1)?.id).toBe(2 * maxMembershipChanges)
})
