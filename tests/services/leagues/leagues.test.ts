import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findInvitedLeague } from '#app/services/leagues/leagues.server.ts'
import { leaveLeague } from '#app/services/leagues/manage-league.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { codesByRank, type LeagueWorld, openLeagueWorld } from './league-world.ts'

let world: LeagueWorld
let anna: { managerId: number; teamId: number }
let bjorn: typeof anna

beforeEach(async () => {
  world = await openLeagueWorld()
  anna = await world.player('Anna', codesByRank.first)
  bjorn = await world.player('Björn', codesByRank.second)
})
afterEach(() => world.db.destroy())

const invalid = { ok: false, problem: 'INVALID_INVITE' }
const tooMany = { ok: false, problem: 'USER_MAX_LEAGUES_EXCEEDED' }

/** Creates `count` leagues of the manager. */
async function fill(managerId: number, count: number) {
  for (let n = 1; n <= count; n += 1) await world.league(managerId, `League ${n}`)
}

describe('creating a league', () => {
  test('makes the creator its owner and first member, with a link, a count and a log line', async () => {
    const leagueId = await world.league(anna.managerId, '  The sofa ')
    expect(await world.found(leagueId)).toMatchObject({
      leagueName: 'The sofa',
      ownerId: anna.managerId,
      memberCount: 1,
      inviteSecret: 'link-number-1',
      gameId: world.contest.id,
    })
    expect(await world.members(leagueId)).toEqual([anna.teamId])
    expect(await world.log(leagueId)).toEqual(['created Anna'])
    expect(await world.expectTrueCounts()).toBe(1)
  })

  test('needs a team and an active game', async () => {
    const before = await world.snapshot()
    const dora = await world.manager('dora')
    expect(await world.create(dora)).toEqual({ ok: false, problem: 'TEAM_MISSING' })
    expect(await world.snapshot()).toEqual(before)
    await world.db.updateTable('games').set({ is_active: 0 }).execute()
    expect(await world.create(anna.managerId)).toEqual({ ok: false, problem: 'ACTIVE_GAME_MISSING' })
  })

  test.each([
    ['', 'LEAGUE_NAME_MISSING'],
    ['x'.repeat(129), 'LEAGUE_NAME_TOO_LONG'],
    ['a\u0007b', 'LEAGUE_NAME_MALFORMED'],
  ])('named %j changes nothing', async (leagueName, problem) => {
    const before = await world.snapshot()
    expect(await world.create(anna.managerId, leagueName)).toEqual({ ok: false, problem })
    expect(await world.snapshot()).toEqual(before)
  })
})

describe('joining', () => {
  test('a league of another season is refused, also for who has a team in this one', async () => {
    const leagueId = await world.league(anna.managerId)
    const next = findBundledSeason(2026)
    if (!next) throw new Error('There is no season 2026')
    await loadSeason(world.db, next)
    await activateSeason(world.db, 2026)
    const contest = await findActiveContest(world.db)
    const codes = contest?.entries.toSorted((a, b) => a.priceTenths - b.priceTenths).map(({ code }) => code)
    const input = { teamName: 'Of next year', managerName: 'Björn', codes: codes?.slice(0, 6) ?? [] }
    const { managerId } = bjorn
    expect(await saveTeam(world.db, { managerId, input, clock: world.clock })).toMatchObject({ ok: true })
    const before = await world.snapshot()
    expect(await world.join(managerId, leagueId)).toEqual(invalid)
    expect(await world.snapshot()).toEqual(before)
  })

  let leagueId: number
  beforeEach(async () => {
    leagueId = await world.league(anna.managerId)
  })

  test('by the link adds a member, counts once and is logged', async () => {
    expect(await world.join(bjorn.managerId, leagueId)).toMatchObject({ ok: true })
    expect(await world.members(leagueId)).toEqual([anna.teamId, bjorn.teamId])
    expect(await world.log(leagueId)).toEqual(['created Anna', 'joined Björn'])
    await world.expectTrueCounts()
  })

  test('twice is not an error and changes nothing, one after the other or at once', async () => {
    const both = [world.join(bjorn.managerId, leagueId), world.join(bjorn.managerId, leagueId)]
    expect((await Promise.all(both)).map((each) => each.ok)).toEqual([true, true])
    const before = await world.snapshot()
    expect(await world.join(bjorn.managerId, leagueId)).toMatchObject({ ok: true })
    expect(await world.snapshot()).toEqual(before)
    expect(await world.log(leagueId)).toEqual(['created Anna', 'joined Björn'])
    await world.expectTrueCounts()
  })

  test.each([
    ['an empty secret', ''],
    ['the beginning of it', 'link-number-'],
    ['more than it', 'link-number-11'],
    ['another case', 'LINK-NUMBER-1'],
    ['another end', 'link-number-2'],
    ['another beginning', 'Xink-number-1'],
  ])('by %s is refused like an unknown league', async (_, secret) => {
    const before = await world.snapshot()
    expect(await world.join(bjorn.managerId, leagueId, secret)).toEqual(invalid)
    expect(await findInvitedLeague(world.db, { leagueId, secret })).toBeUndefined()
    expect(await world.join(bjorn.managerId, 4711, 'link-number-1')).toEqual(invalid)
    expect(await world.snapshot()).toEqual(before)
    expect(await findInvitedLeague(world.db, { leagueId, secret: 'link-number-1' })).toMatchObject({
      id: leagueId,
    })
  })

  test("by another league's link is refused", async () => {
    const other = await world.league(anna.managerId, 'The balcony')
    const { inviteSecret } = await world.found(other)
    expect(await world.join(bjorn.managerId, leagueId, inviteSecret)).toEqual(invalid)
    expect(await world.members(leagueId)).toEqual([anna.teamId])
  })

  test('needs a team; the secret is checked first, so that nobody learns which leagues exist', async () => {
    const dora = await world.manager('dora')
    expect(await world.join(dora, leagueId)).toEqual({ ok: false, problem: 'TEAM_MISSING' })
    expect(await world.join(dora, leagueId, 'wrong')).toEqual(invalid)
    expect(await world.join(dora, 4711, 'wrong')).toEqual(invalid)
  })

  test('a league of a season that is not active is refused', async () => {
    await world.db.updateTable('games').set({ is_active: 0 }).execute()
    expect(await world.join(bjorn.managerId, leagueId)).toEqual(invalid)
    expect(await world.members(leagueId)).toEqual([anna.teamId])
  })
})

describe('a manager is in 20 leagues at most', () => {
  test('the 21st can be neither created nor joined', async () => {
    const sofa = await world.league(bjorn.managerId)
    await fill(anna.managerId, 19)
    expect(await world.create(anna.managerId, 'The 20th')).toMatchObject({ ok: true })
    const before = await world.snapshot()
    expect(await world.create(anna.managerId, 'The 21st')).toEqual(tooMany)
    expect(await world.join(anna.managerId, sofa)).toEqual(tooMany)
    expect(await world.snapshot()).toEqual(before)
    expect(await world.expectTrueCounts()).toBe(21)
  })

  test('leaving one makes room for another; a repeated join needs none', async () => {
    const sofa = await world.league(bjorn.managerId)
    await world.join(anna.managerId, sofa)
    await fill(anna.managerId, 19)
    expect(await world.join(anna.managerId, sofa)).toMatchObject({ ok: true })
    await leaveLeague(world.db, { managerId: anna.managerId, leagueId: sofa, clock: world.clock })
    expect(await world.join(anna.managerId, sofa)).toMatchObject({ ok: true })
    expect(await world.create(anna.managerId)).toEqual(tooMany)
    await world.expectTrueCounts()
  })

  test('however many requests are concurrent', async () => {
    const sofa = await world.league(bjorn.managerId, 'The sofa')
    const balcony = await world.league(bjorn.managerId, 'The balcony')
    await fill(anna.managerId, 19)
    const presses = await Promise.all([
      world.create(anna.managerId, 'At once'),
      world.join(anna.managerId, sofa),
      world.create(anna.managerId, 'At once too'),
      world.join(anna.managerId, balcony),
    ])
    expect(presses.filter((each) => each.ok)).toHaveLength(1)
    expect(presses.filter((each) => !each.ok)).toEqual([tooMany, tooMany, tooMany])
    const mine = await world.db
      .selectFrom('memberships')
      .where('team_id', '=', anna.teamId)
      .select('team_id')
      .execute()
    expect(mine).toHaveLength(20)
    await world.expectTrueCounts()
  })

  test('by the season’s limit', async () => {
    await world.db.updateTable('games').set({ league_limit: 1 }).execute()
    await fill(anna.managerId, 1)
    expect(await world.create(anna.managerId)).toEqual(tooMany)
  })
})

describe('once a ranking is published', () => {
  test('a newcomer is ranked among the members at once, ties included', async () => {
    const carla = await world.player('Carla', codesByRank.third)
    const dora = await world.player('Dora')
    const erik = await world.player('Erik')
    const leagueId = await world.league(carla.managerId)
    await world.join(dora.managerId, leagueId)
    await world.publish()
    expect(await world.table(leagueId)).toEqual(['1 1 Carla', '2 1 Dora'])
    await world.join(bjorn.managerId, leagueId)
    expect(await world.table(leagueId)).toEqual(['1 1 Björn', '2 1 Carla', '3 1 Dora'])
    await world.join(erik.managerId, leagueId)
    expect(await world.table(leagueId)).toEqual(['1 1 Björn', '2 1 Carla', '3 2 Dora', '3 2 Erik'])
    const { managerId } = bjorn
    await leaveLeague(world.db, { managerId, leagueId, clock: world.clock })
    expect(await world.table(leagueId)).toEqual(['1 1 Carla', '2 2 Dora', '2 2 Erik'])
  })

  test('a newcomer and the members around it show the movement as if it had been there before', async () => {
    const carla = await world.player('Carla', codesByRank.third)
    const dora = await world.player('Dora')
    const leagueId = await world.league(carla.managerId)
    await world.publish(1)
    await world.publish(2)
    const ranksBefore = async () => {
      const rows = await world.tableRows(leagueId)
      return new Map(rows.map((row) => [row.teamId, row.previousRank]))
    }
    expect(await ranksBefore()).toEqual(new Map([[carla.teamId, 1]]))
    await world.join(bjorn.managerId, leagueId)
    await world.join(dora.managerId, leagueId)
    expect(await ranksBefore()).toEqual(
      new Map([
        [bjorn.teamId, 1],
        [carla.teamId, 2],
        [dora.teamId, 3],
      ]),
    )
  })

  test('a new league has its table at once', async () => {
    await world.publish()
    expect(await world.table(await world.league(bjorn.managerId))).toEqual(['1 1 Björn'])
  })

  test('a team created after the publication is in the table at once, with 0', async () => {
    const leagueId = await world.league(bjorn.managerId)
    await world.publish()
    expect(await world.table(leagueId)).toEqual(['1 1 Björn'])
    const late = await world.player('Late', codesByRank.first)
    await world.join(late.managerId, leagueId)
    expect(await world.table(leagueId)).toEqual(['1 1 Björn', '2 1 Late'])
    expect(await world.tableRows(leagueId)).toMatchObject([{}, { teamId: late.teamId, totalHundredths: 0 }])
    const lonely = await world.league(late.managerId, 'Lonely')
    expect(await world.table(lonely)).toEqual(['1 1 Late'])
    await world.join(anna.managerId, leagueId)
    expect(await world.table(leagueId)).toEqual(['1 1 Anna', '2 1 Björn', '3 1 Late'])
  })
})
