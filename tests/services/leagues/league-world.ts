import { expect } from 'vitest'
import { createLeague, joinLeague } from '#app/services/leagues/leagues.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { openTestScoreboards, publishPoints } from '../../support/scoreboards.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** Line-ups that earn ever fewer points: the last earns none. */
export const codesByRank = {
  first: ['HR', 'AZ', 'SI', 'ME', 'CY', 'GE'],
  second: ['AT', 'IL', 'EE', 'GR', 'LV', 'PT'],
  third: ['AT', 'EE', 'GR', 'IT', 'PL', 'LV'],
  last: ['AT', 'GR', 'DE', 'NO', 'SM', 'PT'],
}
const points = new Map([
  ['HR', 100],
  ['IL', 50],
  ['PL', 20],
])

/** A database for tests of leagues: managers with teams, leagues, a published ranking. */
export async function openLeagueWorld() {
  const store = await openTestDatabase()
  const { db, contest, clock } = store
  const scoreboards = openTestScoreboards(db, clock)
  let links = 0
  const world = {
    ...store,
    scoreboards,
    newSecret: () => {
      links += 1
      return `link-number-${links}`
    },
    /** A manager with a team. */
    async player(name: string, codes: readonly string[] = codesByRank.last) {
      const managerId = await store.manager(name)
      const input = { teamName: `Team of ${name}`, managerName: name, codes }
      expect(await saveTeam(db, { managerId, input, clock })).toMatchObject({ ok: true })
      const team = await findTeamOfManager(db, { gameId: contest.id, managerId })
      if (!team) throw new Error(`No team for ${name}`)
      return { managerId, teamId: team.id }
    },
    create: (managerId: number, leagueName = 'The sofa') =>
      createLeague(db, { managerId, clock, leagueName, newSecret: world.newSecret }),
    /** A league of this owner; returns its id. */
    async league(ownerId: number, leagueName = 'The sofa') {
      const created = await world.create(ownerId, leagueName)
      if (!created.ok) throw new Error(created.problem)
      return created.value.leagueId
    },
    /** Joins with a secret, by default the league's own. */
    async join(managerId: number, leagueId: number, secret?: string) {
      const link = secret ?? (await world.found(leagueId)).inviteSecret
      return joinLeague(db, { managerId, clock, leagueId, secret: link })
    },
    async found(leagueId: number) {
      const league = await findLeague(db, leagueId)
      if (!league) throw new Error(`No league ${leagueId}`)
      return league
    },
    /** Team ids of the members, in joining order. */
    async members(leagueId: number) {
      const rows = await db
        .selectFrom('memberships')
        .select('team_id')
        .where('league_id', '=', leagueId)
        .orderBy('joined_at')
        .orderBy('team_id')
        .execute()
      return rows.map((row) => row.team_id)
    },
    /** The log in order: 'kind actor subject'. */
    async log(leagueId: number) {
      const rows = await db
        .selectFrom('league_events as e')
        .leftJoin('teams as a', 'a.id', 'actor_id')
        .leftJoin('teams as s', 's.id', 'subject_id')
        .select(['kind', 'a.manager_name as actor', 's.manager_name as subject', 'detail'])
        .where('league_id', '=', leagueId)
        .orderBy('e.id')
        .execute()
      return rows.map(({ kind, actor, subject, detail }) =>
        [kind, actor, subject, detail].filter((each) => each !== null).join(' '),
      )
    },
    /** The results in force; null before the first publication. */
    async results() {
      const game = await findActiveGame(db)
      return game ? scoreboards.read(game) : null
    },
    async tableRows(leagueId: number) {
      const results = await world.results()
      const league = results && (await scoreboards.readLeague(results, leagueId))
      return listLeagueRanking(db, league, { leagueId, offset: 0, limit: 50 })
    },
    /** The league's table: 'rank tied managerName'. */
    async table(leagueId: number) {
      const rows = await world.tableRows(leagueId)
      return rows.map((row) => `${row.rank ?? '-'} ${row.tied} ${row.managerName}`)
    },
    /** Publishes a round, after its deadline. */
    async publish(roundNumber: 1 | 2 = 1) {
      store.setClock(roundNumber === 1 ? '2025-05-14T12:00:00Z' : '2025-05-16T12:00:00Z')
      const scores = contest.entries.map(({ id, code }) => ({ entryId: id, points: points.get(code) ?? 0 }))
      const round = { gameId: contest.id, roundNumber, scores, clock, scoreboards }
      expect(await publishPoints(db, round)).toEqual({ ok: true, isNew: true })
    },
    /** Stored counts are correct, and every league is owned by one of its members. */
    async expectTrueCounts() {
      const leagues = await db.selectFrom('leagues').select(['id', 'member_count', 'owner_id']).execute()
      for (const { id, member_count, owner_id } of leagues) {
        const members = await world.members(id)
        expect(member_count).toBe(members.length)
        const own = await findTeamOfManager(db, { gameId: contest.id, managerId: owner_id })
        expect(members).toContain(own?.id)
      }
      const game = await db.selectFrom('games').select('league_count').where('is_active', '=', 1).execute()
      expect(game).toEqual([{ league_count: leagues.length }])
      return leagues.length
    },
  }
  return world
}

export type LeagueWorld = Awaited<ReturnType<typeof openLeagueWorld>>
