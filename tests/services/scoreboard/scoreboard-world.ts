import { sql } from 'kysely'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { listLeagueRanking, listRanking } from '#app/services/scoreboard/ranking.server.ts'
import type { Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { engineOf, openDatabase } from '#db/engine.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { deleteMembership, insertMembership } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findGame, updateTeamCount } from '#db/seasons/games.server.ts'
import { listLineups, replaceLineups } from '#db/teams/lineups.server.ts'
import { insertTeam } from '#db/teams/teams.server.ts'
import reference from '#tests/golden/reference-scores.json' with { type: 'json' }
import { newDatabase } from '../../support/databases.ts'
import { openTestScoreboards } from '../../support/scoreboards.ts'
import { openTestDatabase } from '../../support/test-database.ts'

export { reference }

export const firstDeadline = Date.parse('2025-05-13T19:00:00Z')
export const between = Date.parse('2025-05-14T12:00:00Z')
export const afterFinal = Date.parse('2025-05-18T08:00:00Z')
export const teamCodes = ['at', 'il', 'ee', 'se', 'it', 'gr']

/** The connection and results that a test uses, by default those of the world. */
interface Process {
  db: Db
  scoreboards: Scoreboards
}

/** The real season of 2025 after its final, without saved scores; in a file for several connections. */
export async function openScoreboardWorld({ inFile = false } = {}) {
  const location = inFile ? await newDatabase('scoreboard') : undefined
  const store = await openTestDatabase(
    location === undefined ? undefined : openDatabase(location, { mayCreate: true }),
  )
  store.setClock(afterFinal)
  const { db, clock, contest } = store
  const own: Process = { db, scoreboards: openTestScoreboards(db, clock) }
  const opened: Db[] = [db]
  const ids = new Map(contest.entries.map((entry) => [entry.code.toLowerCase(), entry.id]))
  const pick = (codes: readonly string[]) => codes.map((code) => ids.get(code) ?? 0)
  const gameId = contest.id

  const world = {
    ...store,
    ...own,
    gameId,
    location: location ?? ':memory:',
    /** Opens another connection to the same file, like another process. */
    openProcess(): Process {
      const other = openDatabase(world.location)
      opened.push(other)
      return { db: other, scoreboards: openTestScoreboards(other, clock) }
    },
    /** Adds a team, with a line-up in this order for some rounds. Returns its id. */
    async addTeam(
      teamName: string,
      codes: readonly string[] = teamCodes,
      { rounds = [1, 2, 3], isAutomatic = false } = {},
    ) {
      const managerId = await ensureManager(db, { issuer: 'test', subject: teamName, now: 1 })
      const entryIds = pick(codes)
      const managerName = `Manager of ${teamName}`
      const teamId = await insertTeam(db, { gameId, managerId, teamName, managerName, entryIds, now: 1 })
      const lineups = rounds.map((roundNumber) => ({ roundNumber, entryIds, isAutomatic, savedAt: 1 }))
      await replaceLineups(db, teamId, lineups)
      await updateTeamCount(db, gameId)
      return teamId
    },
    /** Adds many teams at once with line-ups of their own, saved by hand or automatic. Returns their ids. */
    async addManyTeams(count: number, isAutomatic: 0 | 1 = 0) {
      const last = await lastTeamId()
      await insertMany(db, { gameId, count, firstEntry: Math.min(...ids.values()), isAutomatic })
      const rows = await db.selectFrom('teams').select('id').where('id', '>', last).orderBy('id').execute()
      return rows.map((row) => row.id)
    },
    /** Adds a league with these members. Returns its id. */
    async addLeague(leagueName: string, teamIds: readonly number[]) {
      const ownerId = await ensureManager(db, { issuer: 'test', subject: `owner of ${leagueName}`, now: 1 })
      const input = { gameId, ownerId, leagueName, inviteSecret: leagueName, now: 1 }
      const leagueId = await insertLeague(db, input)
      await db.transaction().execute(async (tx) => {
        for (const teamId of teamIds) await insertMembership(tx, { leagueId, teamId, now: 1 })
      })
      return leagueId
    },
    join: (leagueId: number, teamId: number) =>
      db.transaction().execute((tx) => insertMembership(tx, { leagueId, teamId, now: 2 })),
    leave: (leagueId: number, teamId: number) =>
      db.transaction().execute((tx) => deleteMembership(tx, { leagueId, teamId })),
    /** Saves points by code; every other country gets 0. Returns the version. */
    async savePoints(roundNumber: number, points: Record<string, number>) {
      const scores = Object.entries(points).map(([code, value]) => ({
        entryId: ids.get(code) ?? 0,
        points: value,
      }))
      const saved = await saveRoundScores(db, { gameId, roundNumber, scores, expectedVersion: null, clock })
      if (!saved.ok) throw new Error(saved.problem)
      return saved.version
    },
    saveRealPoints: (roundNumber: 1 | 2 | 3) =>
      world.savePoints(roundNumber, reference.rawPoints[`${roundNumber}`]),
    publish(
      roundNumber: number,
      {
        by = own,
        expectedVersion = null,
        note = 'Corrected',
      }: { by?: Process; expectedVersion?: number | null; note?: string | null } = {},
    ) {
      const input = { gameId, roundNumber, expectedVersion, managerId: null, note, clock }
      return publishRound(by.db, by.scoreboards, input)
    },
    async results({ db: on, scoreboards } = own) {
      const game = await findGame(on, gameId)
      return game ? scoreboards.read(game) : null
    },
    /** The ranking as displayed. */
    async table(by = own, page = { offset: 0, limit: 100 }) {
      return listRanking(by.db, await world.results(by), { gameId, ...page })
    },
    /** The ranking in short: rank, ties, name and points. */
    async lines(by = own) {
      const rows = await world.table(by)
      return rows.map((row) => `${row.rank ?? '-'} ${row.tied} ${row.teamName} ${row.totalHundredths ?? '-'}`)
    },
    /** A league's table as displayed. */
    async leagueTable(leagueId: number, by = own, page = { offset: 0, limit: 100 }) {
      const results = await world.results(by)
      const league = results && (await by.scoreboards.readLeague(results, leagueId))
      return listLeagueRanking(by.db, league, { leagueId, ...page })
    },
    /** A team's stored line-up in a round, as codes. */
    async orderOf(teamId: number, roundNumber: number) {
      const lineups = await listLineups(db, teamId)
      const order = lineups.find((lineup) => lineup.roundNumber === roundNumber)?.entryIds ?? []
      return order.map((id) => [...ids].find(([, each]) => each === id)?.[0])
    },
    publications: () => db.selectFrom('publications').selectAll().orderBy('id').execute(),
    async close() {
      for (const each of opened) await each.destroy()
    },
  }

  async function lastTeamId(): Promise<number> {
    const row = await db
      .selectFrom('teams')
      .select((team) => team.fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }
  return world
}

export type ScoreboardWorld = Awaited<ReturnType<typeof openScoreboardWorld>>

interface Many {
  gameId: number
  count: number
  firstEntry: number
  isAutomatic: 0 | 1
}

/** Inserts teams with different countries; each round's line-up begins with another of them. */
async function insertMany(db: Db, { gameId, count, firstEntry, isAutomatic }: Many): Promise<void> {
  const base = await db
    .selectFrom('managers')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst()
  const shift = sql.lit(base?.id ?? 0)
  const six = [0, 7, 13, 18, 24, 30].map(
    (step) => sql`${sql.lit(firstEntry)} + (i * 5 + i / 37 * ${sql.lit(step)} + ${sql.lit(step)}) % 37`,
  )
  const series = sql`(with recursive series(i) as (select 1 union all select i + 1 from series where i < ${count}) select i from series) as series`
  await sql`insert into managers (id, issuer, subject, created_at)
    select ${shift} + i, 'many', cast(${shift} + i as text), 1 from ${series}`.execute(db)
  await engineOf(db).writeLastIds(db, {})
  await sql`insert into teams (game_id, manager_id, team_name, manager_name, entry_1, entry_2, entry_3, entry_4, entry_5,
    entry_6, created_at, updated_at) select ${sql.lit(gameId)}, ${shift} + i, 'Team ' || i, 'M', ${sql.join(six)}, 1, 1
    from ${series}`.execute(db)
  await sql`insert into lineups (team_id, round_number, entry_1, entry_2, entry_3, entry_4, entry_5, entry_6,
    is_automatic, saved_at) select t.id, r.round_number,
      case when t.id % 3 = r.round_number % 3 then entry_2 else entry_1 end,
      case when t.id % 3 = r.round_number % 3 then entry_1 else entry_2 end, entry_3, entry_4,
      case when t.id % 2 = 0 then entry_6 else entry_5 end, case when t.id % 2 = 0 then entry_5 else entry_6 end,
      ${sql.lit(isAutomatic)}, 1
    from teams t join rounds r on r.game_id = t.game_id where t.manager_id > ${shift}`.execute(db)
  await sql`update games set team_count = team_count + ${count} where id = ${gameId}`.execute(db)
}
