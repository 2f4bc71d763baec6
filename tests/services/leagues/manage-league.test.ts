import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type LeagueChangeResult,
  leaveLeague,
  removeLeague,
  removeMember,
  renameLeague,
  renewInvite,
  transferLeague,
} from '#app/services/leagues/manage-league.server.ts'
import { codesByRank, type LeagueWorld, openLeagueWorld } from './league-world.ts'

let world: LeagueWorld
let leagueId: number
let anna: { managerId: number; teamId: number }
let bjorn: typeof anna
let carla: typeof anna
let dora: typeof anna

// Anna owns the sofa, Carla joined before Björn, Dora is not a member.
beforeEach(async () => {
  world = await openLeagueWorld()
  anna = await world.player('Anna', codesByRank.first)
  bjorn = await world.player('Björn', codesByRank.second)
  carla = await world.player('Carla', codesByRank.third)
  dora = await world.player('Dora')
  leagueId = await world.league(anna.managerId)
  world.setClock('2025-05-10T13:00:00Z')
  await world.join(carla.managerId, leagueId)
  world.setClock('2025-05-10T14:00:00Z')
  await world.join(bjorn.managerId, leagueId)
})
afterEach(async () => {
  await world.expectTrueCounts()
  await world.db.destroy()
})

type Who = typeof anna
const acting = (who: Who, id = leagueId) => ({ managerId: who.managerId, leagueId: id, clock: world.clock })
const rename = (who: Who, leagueName = 'New name', id?: number) =>
  renameLeague(world.db, { ...acting(who, id), leagueName })
const renew = (who: Who, id?: number) =>
  renewInvite(world.db, { ...acting(who, id), newSecret: world.newSecret })
const remove = (who: Who, whom: Who, id?: number) =>
  removeMember(world.db, { ...acting(who, id), teamId: whom.teamId })
const handOver = (who: Who, whom: Who, id?: number) =>
  transferLeague(world.db, { ...acting(who, id), teamId: whom.teamId })
const leave = (who: Who, id?: number) => leaveLeague(world.db, acting(who, id))
const wipe = (who: Who, id?: number) => removeLeague(world.db, acting(who, id))

const done = { ok: true }
const refused = (problem: string) => ({ ok: false, problem })

const ownerActions: [string, (who: Who, id?: number) => Promise<LeagueChangeResult>][] = [
  ['rename', (who, id) => rename(who, 'New name', id)],
  ['new link', (who, id) => renew(who, id)],
  ['remove', (who, id) => remove(who, carla, id)],
  ['hand over', (who, id) => handOver(who, carla, id)],
  ['delete', (who, id) => wipe(who, id)],
]

describe.each([...ownerActions, ['leave', leave] as const])('%s', (name, act) => {
  test('gives an outsider the same result as for an unknown league', async () => {
    const before = await world.snapshot()
    expect(await act(dora)).toEqual(refused('LEAGUE_MISSING'))
    expect(await act(dora, 4711)).toEqual(refused('LEAGUE_MISSING'))
    const teamless = { managerId: await world.manager('erik'), teamId: 0 }
    expect(await act(teamless)).toEqual(refused('TEAM_MISSING'))
    expect(await world.snapshot()).toEqual(before)
  })

  test('is refused to a removed member', async () => {
    await remove(anna, bjorn)
    const before = await world.snapshot()
    expect(await act(bjorn)).toEqual(refused('LEAGUE_MISSING'))
    expect(await world.snapshot()).toEqual(before)
  })

  test('is allowed to the owner; a member may only leave', async () => {
    const before = await world.snapshot()
    if (name === 'leave') return expect(await act(bjorn)).toEqual(done)
    expect(await act(bjorn)).toEqual(refused('NOT_LEAGUE_OWNER'))
    expect(await world.snapshot()).toEqual(before)
    expect(await act(anna)).toEqual(done)
  })
})

describe('the name', () => {
  test('changes for all and is logged', async () => {
    expect(await rename(anna, ' The balcony ')).toEqual(done)
    expect((await world.found(leagueId)).leagueName).toBe('The balcony')
    expect((await world.log(leagueId)).at(-1)).toBe('renamed Anna The balcony')
  })

  test.each([
    [' ', 'LEAGUE_NAME_MISSING'],
    ['x'.repeat(129), 'LEAGUE_NAME_TOO_LONG'],
    ['a\nb', 'LEAGUE_NAME_MALFORMED'],
  ])('%j is refused', async (leagueName, problem) => {
    const before = await world.snapshot()
    expect(await rename(anna, leagueName)).toEqual(refused(problem))
    expect(await world.snapshot()).toEqual(before)
  })
})

describe('a new link', () => {
  test('invalidates the old one; members stay', async () => {
    const old = (await world.found(leagueId)).inviteSecret
    expect(await renew(anna)).toEqual(done)
    expect((await world.found(leagueId)).inviteSecret).not.toBe(old)
    expect(await world.join(dora.managerId, leagueId, old)).toEqual(refused('INVALID_INVITE'))
    expect(await world.join(dora.managerId, leagueId)).toMatchObject(done)
    expect(await world.members(leagueId)).toHaveLength(4)
    expect(await world.log(leagueId)).toContain('link-renewed Anna')
  })
})

describe('a removed member', () => {
  test('is out of the league and its table, and cannot join before there is a new link', async () => {
    await world.publish()
    expect(await world.table(leagueId)).toEqual(['1 1 Anna', '2 1 Björn', '3 1 Carla'])
    expect(await remove(anna, bjorn)).toEqual(done)
    expect(await world.members(leagueId)).toEqual([anna.teamId, carla.teamId])
    expect(await world.table(leagueId)).toEqual(['1 1 Anna', '2 1 Carla'])
    expect((await world.log(leagueId)).at(-1)).toBe('removed Anna Björn')
    const before = await world.snapshot()
    expect(await world.join(bjorn.managerId, leagueId)).toEqual(refused('REMOVED_FROM_LEAGUE'))
    expect(await world.snapshot()).toEqual(before)
    await renew(anna)
    expect(await world.join(bjorn.managerId, leagueId)).toMatchObject(done)
    expect(await world.table(leagueId)).toEqual(['1 1 Anna', '2 1 Björn', '3 1 Carla'])
  })

  test('who rejoined by a new link can be removed again, and is refused again', async () => {
    await remove(anna, bjorn)
    await renew(anna)
    await world.join(bjorn.managerId, leagueId)
    expect(await remove(anna, bjorn)).toEqual(done)
    expect(await world.join(bjorn.managerId, leagueId)).toEqual(refused('REMOVED_FROM_LEAGUE'))
  })

  test('cannot be removed twice, in sequence or concurrently; nor can a non-member', async () => {
    const both = await Promise.all([remove(anna, bjorn), remove(anna, bjorn)])
    expect(both).toEqual([done, refused('MEMBER_MISSING')])
    const before = await world.snapshot()
    expect(await remove(anna, bjorn)).toEqual(refused('MEMBER_MISSING'))
    expect(await remove(anna, dora)).toEqual(refused('MEMBER_MISSING'))
    expect(await remove(anna, { managerId: 0, teamId: 4711 })).toEqual(refused('MEMBER_MISSING'))
    expect(await world.snapshot()).toEqual(before)
  })

  test('is never the owner, who can only leave', async () => {
    const before = await world.snapshot()
    expect(await remove(anna, anna)).toEqual(refused('MEMBER_IS_SELF'))
    expect(await world.snapshot()).toEqual(before)
  })
})

describe('handing over', () => {
  test('makes another member the owner; the former one is an ordinary member', async () => {
    expect(await handOver(anna, bjorn)).toEqual(done)
    expect(await world.found(leagueId)).toMatchObject({ ownerId: bjorn.managerId, memberCount: 3 })
    expect((await world.log(leagueId)).at(-1)).toBe('handed-over Anna Björn')
    expect(await rename(anna)).toEqual(refused('NOT_LEAGUE_OWNER'))
    expect(await handOver(anna, bjorn)).toEqual(refused('NOT_LEAGUE_OWNER'))
    expect(await remove(bjorn, anna)).toEqual(done)
  })

  test('is refused to oneself and to anybody who is not, or no longer, a member', async () => {
    await leave(bjorn)
    const before = await world.snapshot()
    expect(await handOver(anna, anna)).toEqual(refused('MEMBER_IS_SELF'))
    expect(await handOver(anna, dora)).toEqual(refused('MEMBER_MISSING'))
    expect(await handOver(anna, bjorn)).toEqual(refused('MEMBER_MISSING'))
    expect(await world.snapshot()).toEqual(before)
  })
})

describe('leaving', () => {
  test('a member who left may rejoin by the same link, behind those who stayed', async () => {
    expect(await leave(carla)).toEqual(done)
    expect((await world.log(leagueId)).at(-1)).toBe('left Carla')
    world.setClock('2025-05-10T15:00:00Z')
    expect(await world.join(carla.managerId, leagueId)).toMatchObject(done)
    expect(await world.members(leagueId)).toEqual([anna.teamId, bjorn.teamId, carla.teamId])
  })

  test('an owner who leaves is succeeded by the longest-standing member', async () => {
    expect(await leave(anna)).toEqual(done)
    expect(await world.found(leagueId)).toMatchObject({ ownerId: carla.managerId, memberCount: 2 })
    expect((await world.log(leagueId)).slice(-2)).toEqual(['left Anna', 'handed-over Anna Carla'])
    expect(await leave(anna)).toEqual(refused('LEAGUE_MISSING'))
  })

  test('when owner and successor leave concurrently, the third member owns the league', async () => {
    expect(await Promise.all([leave(anna), leave(carla)])).toEqual([done, done])
    expect(await world.found(leagueId)).toMatchObject({ ownerId: bjorn.managerId, memberCount: 1 })
  })

  test('the last one deletes the league with members, joins and leaves, log and removals', async () => {
    await world.publish()
    await remove(anna, bjorn)
    await leave(carla)
    expect(await leave(anna)).toEqual(done)
    await expectNoTrace()
  })
})

describe('deleting', () => {
  test('deletes everything, for all members', async () => {
    await world.publish()
    const other = await world.league(bjorn.managerId, 'The balcony')
    await remove(anna, carla)
    expect(await Promise.all([wipe(anna), wipe(anna)])).toEqual([done, refused('LEAGUE_MISSING')])
    await expectNoTrace()
    expect(await world.table(other)).toEqual(['1 1 Björn'])
  })
})

async function expectNoTrace() {
  const tables = ['memberships', 'league_events', 'league_removals', 'membership_changes'] as const
  for (const table of tables) {
    const rows = await world.db
      .selectFrom(table)
      .select('league_id')
      .where('league_id', '=', leagueId)
      .execute()
    expect(rows, table).toEqual([])
  }
  expect(await world.db.selectFrom('leagues').select('id').where('id', '=', leagueId).execute()).toEqual([])
}
