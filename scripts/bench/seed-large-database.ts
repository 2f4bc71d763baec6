import { sql } from 'kysely'
import { listRealPoints } from '#app/game/season/season-file.ts'
import { leaveLeague } from '#app/services/leagues/manage-league.server.ts'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { engineOf } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { sqlite } from '#db/sqlite/engine.server.ts'

const year = 2025

/** The parts of a large database that measurements use. A manager's id equals the id of its team. */
export interface LargeDatabase {
  /** A fifth of all teams, with newcomers since the last publication, who have 0 points in it. */
  bigLeague: League & { newcomers: number }
  /** A tenth of all teams, of whom a tenth has left since the last publication. */
  leftLeague: League
  /** Ranked managers who are members of both, and of a league of ten. */
  viewers: { managerId: number; smallLeagueId: number }[]
}

interface League {
  id: number
  memberCount: number
}

const bigLeagueId = 1
const leftLeagueId = 2
const firstSmallLeagueId = 3
const maxViewers = 20

/**
 * Fills an empty database with a season of `teams` teams in a tenth as many leagues, and publishes the real results;
 * then a tenth of one league leaves, and one newcomer for twenty teams joins another. `teams` is a multiple of 100.
 * Writes are not synced to disk: the database serves a single benchmark.
 */
export async function seedLargeDatabase(db: Db, teams: number): Promise<LargeDatabase> {
  const isFile = engineOf(db) === sqlite
  if (isFile) await sql`pragma synchronous = off`.execute(db)
  await migrate(db)
  const gameId = await seedSeason(db)
  await db.transaction().execute(async (tx) => {
    await insertTeams(tx, { gameId, after: 0, upTo: teams })
    await insertLineups(tx, gameId)
    await insertLeagues(tx, { gameId, teams })
    await countEverything(tx, gameId)
  })
  await publishSeason(db, gameId)
  for (let managerId = 100; managerId <= teams; managerId += 100) await leave(db, managerId)
  const newcomers = teams / 20
  await db.transaction().execute(async (tx) => {
    await insertTeams(tx, { gameId, after: teams, upTo: teams + newcomers })
    await insertNewcomers(tx, teams)
    await countEverything(tx, gameId)
  })
  if (isFile) await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await engineOf(db).writeLastIds(db, {})
  return {
    bigLeague: { id: bigLeagueId, memberCount: teams / 5 + newcomers, newcomers },
    leftLeague: { id: leftLeagueId, memberCount: teams / 10 - teams / 100 },
    viewers: chooseViewers(teams),
  }
}

/** Returns the season's id. */
async function seedSeason(db: Db): Promise<number> {
  const season = findBundledSeason(year)
  if (!season) throw new Error(`There is no season ${year}`)
  await loadSeason(db, season)
  await activateSeason(db, year)
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No season is active')
  for (const { roundNumber } of contest.rounds) {
    const points = listRealPoints(season, roundNumber)
    const scores = contest.entries.map(({ id, code }) => ({ entryId: id, points: points.get(code) ?? 0 }))
    const round = { gameId: contest.id, roundNumber, clock: systemClock }
    const saved = await saveRoundScores(db, { ...round, scores, expectedVersion: null })
    if (!saved.ok) throw new Error(saved.problem)
  }
  return contest.id
}

/** The integers in (after, upTo], as a table with the column i. */
function series(after: number, upTo: number) {
  return sql`(
    with recursive series(i) as (
      select ${sql.lit(after + 1)} union all select i + 1 from series where i < ${sql.lit(upTo)}
    ) select i from series
  ) as numbers`
}

/**
 * Six different countries of the season's n, at the multiples of a stride: n times (n / 6) choices, all different
 * because a stride of up to n / 6 does not wrap around. The budget is ignored: no measured page checks it.
 */
const entryIds = [0, 1, 2, 3, 4, 5].map(
  (position) => sql`first + (i + ${sql.lit(position)} * (1 + i / n % (n / 6))) % n`,
)

interface Span {
  gameId: number
  after: number
  upTo: number
}

async function insertTeams(tx: Db, { gameId, after, upTo }: Span): Promise<void> {
  await sql`
    insert into managers (id, issuer, subject, created_at)
    select i, 'bench', cast(i as text), 1 from ${series(after, upTo)}`.execute(tx)
  await sql`
    insert into teams (id, game_id, manager_id, team_name, manager_name,
      entry_1, entry_2, entry_3, entry_4, entry_5, entry_6, created_at, updated_at)
    select i, ${sql.lit(gameId)}, i, 'Twelve points for ' || i, 'Manager ' || i, ${sql.join(entryIds)}, 1, 1
    from ${series(after, upTo)}, (
      select min(id) as first, count(*) as n from entries where game_id = ${gameId}
    ) as entry_ids`.execute(tx)
}

/** Rotated differently in every round, so that scores differ. */
async function insertLineups(tx: Db, gameId: number): Promise<void> {
  const rotations = [0, 1, 2, 3, 4, 5].map((rotation) => {
    const columns = [0, 1, 2, 3, 4, 5].map((position) => sql.ref(`entry_${((position + rotation) % 6) + 1}`))
    return sql`
      select t.id, round_number, ${sql.join(columns)}, 0, 1
      from teams t join rounds r on r.game_id = t.game_id
      where t.game_id = ${gameId} and (t.id / 200 + t.id * round_number / 7) % 6 = ${sql.lit(rotation)}`
  })
  await sql`
    insert into lineups (team_id, round_number,
      entry_1, entry_2, entry_3, entry_4, entry_5, entry_6, is_automatic, saved_at)
    select * from (${sql.join(rotations, sql` union all `)}) as orders order by 1, 2`.execute(tx)
}

/** Each league of ten has the next ten teams. */
async function insertLeagues(tx: Db, { gameId, teams }: { gameId: number; teams: number }): Promise<void> {
  const leagues = teams / 10
  await sql`
    insert into leagues (id, game_id, owner_id, league_name, invite_secret, created_at)
    select i, ${sql.lit(gameId)}, case when i > ${sql.lit(firstSmallLeagueId)} then (i - ${sql.lit(firstSmallLeagueId)}) * 10 + 1 else 1 end,
      'League ' || i, 'secret-' || i, 1
    from ${series(0, leagues)}`.execute(tx)
  await sql`
    insert into memberships (league_id, team_id, joined_at)
    select ${sql.lit(bigLeagueId)}, i, 1 from ${series(0, teams)} where i % 5 = 0
    union all select ${sql.lit(leftLeagueId)}, i, 1 from ${series(0, teams)} where i % 10 = 0
    union all select ${smallLeagueOf(sql.ref('i'))}, i, 1 from ${series(0, teams)}
      where ${smallLeagueOf(sql.ref('i'))} <= ${leagues}`.execute(tx)
}

function smallLeagueOf(teamId: ReturnType<typeof sql.ref>) {
  return sql`${sql.lit(firstSmallLeagueId)} + (${teamId} - 1) / 10`
}

async function insertNewcomers(tx: Db, after: number): Promise<void> {
  await sql`
    insert into memberships (league_id, team_id, joined_at)
    select ${sql.lit(bigLeagueId)}, id, 2 from teams where id > ${after}`.execute(tx)
}

/** Stores the counts that the product updates with every save. */
async function countEverything(tx: Db, gameId: number): Promise<void> {
  await sql`
    update leagues set member_count = (select count(*) from memberships m where m.league_id = leagues.id)`.execute(
    tx,
  )
  await sql`
    update games set
      team_count = (select count(*) from teams where game_id = ${gameId}),
      league_count = (select count(*) from leagues where game_id = ${gameId})
    where id = ${gameId}`.execute(tx)
}

/** Publishes every round, as an admin does. */
async function publishSeason(db: Db, gameId: number): Promise<void> {
  const scoreboards = createScoreboards({
    db,
    clock: systemClock,
    location: null,
    isDemo: false,
    onError: (error) => {
      throw error
    },
  })
  const rounds = await db.selectFrom('rounds').select('round_number').where('game_id', '=', gameId).execute()
  for (const { round_number: roundNumber } of rounds) {
    const round = { gameId, roundNumber, expectedVersion: null, managerId: null, note: null }
    const published = await publishRound(db, scoreboards, { ...round, clock: systemClock })
    if (!published.ok) throw new Error(`Round ${roundNumber} was not published: ${published.problem}`)
  }
}

async function leave(db: Db, managerId: number): Promise<void> {
  const left = await leaveLeague(db, { managerId, leagueId: leftLeagueId, clock: systemClock })
  if (!left.ok) throw new Error(left.problem)
}

/** Members of both large leagues, spread over all teams. Multiples of 100 have left. */
function chooseViewers(teams: number): LargeDatabase['viewers'] {
  const count = Math.min(maxViewers, teams / 100)
  return Array.from({ length: count }, (_, index) => {
    const managerId = Math.floor((index * teams) / count / 100) * 100 + 10
    return { managerId, smallLeagueId: firstSmallLeagueId + Math.floor((managerId - 1) / 10) }
  })
}
