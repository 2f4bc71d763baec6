import { sql } from 'kysely'
import type { Db } from './schema.server.ts'

/**
 * The arithmetic of a computation, in TEMP tables of one held connection: nothing here takes a write lock.
 * db/publishing.server.ts copies the outcome to where readers find it (docs/decisions/0002).
 */

/** What a computation is about, as it stood at one moment. Team ids are bounds, both included. */
export interface Basis {
  gameId: number
  /** Rounds that are computed or asked for, in order. */
  rounds: number[]
  percentages: number[]
  firstTeamId: number
  lastTeamId: number
}

const tables = {
  run_points: 'round_number integer, entry_id integer, points integer, primary key (round_number, entry_id)',
  // One round's points by a single key: the lookup that runs six times per team.
  run_round_points: 'entry_id integer primary key, points integer not null',
  run_scores: `round_number integer, team_id integer, score integer not null, total integer not null,
    primary key (round_number, team_id)`,
  run_round_ranks:
    'round_number integer, score integer, rank integer not null, primary key (round_number, score)',
  run_total_ranks: `round_number integer, total integer, rank integer not null, tied integer not null,
    primary key (round_number, total)`,
  run_places: 'position integer primary key, team_id integer not null, total integer not null',
  run_leagues: 'league_id integer primary key, members_version integer not null',
  run_members: 'league_id integer, team_id integer, primary key (league_id, team_id)',
  // n counts through all leagues, so that batches are ranges of it.
  run_league_places: `n integer primary key, league_id integer not null, team_id integer not null,
    total integer not null`,
  run_league_starts: 'league_id integer primary key, first_n integer not null',
  run_league_ranks: `league_id integer, total integer, first_n integer not null, tied integer not null,
    primary key (league_id, total)`,
}

/** Suits a connection of its own to long work: it may wait for the write lock (ms) and keep pages (kB) in memory. */
export async function tuneForComputing(db: Db): Promise<void> {
  await sql`pragma busy_timeout = 20000`.execute(db)
  await sql`pragma cache_size = -65536`.execute(db)
}

/** Lays out the working tables, empty. */
export async function createWorkingTables(held: Db): Promise<void> {
  await dropWorkingTables(held)
  for (const [name, columns] of Object.entries(tables)) {
    const isKeyed = columns.includes('primary key (')
    await sql`create temp table ${sql.ref(name)} (${sql.raw(columns)}) ${sql.raw(isKeyed ? 'without rowid' : '')}`.execute(
      held,
    )
  }
}

/** Gives their space back. */
export async function dropWorkingTables(held: Db): Promise<void> {
  for (const name of Object.keys(tables)) await sql`drop table if exists temp.${sql.ref(name)}`.execute(held)
}

/** Reads what is to be computed. Throws when the season is gone. */
export async function findBasis(held: Db, gameId: number): Promise<Basis> {
  const game = await held
    .selectFrom('games')
    .select('lineup_percentages')
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  const ids = await held
    .selectFrom('teams')
    .select((team) => [team.fn.min('id').as('first'), team.fn.max('id').as('last')])
    .where('game_id', '=', gameId)
    .executeTakeFirstOrThrow()
  return {
    gameId,
    rounds: await listRoundsToCompute(held, gameId),
    percentages: game.lineup_percentages.split(',').map(Number),
    firstTeamId: ids.first ?? 1,
    lastTeamId: ids.last ?? 0,
  }
}

/** The rounds a computation counts: those computed and those asked for (D10), in order. */
export async function listRoundsToCompute(db: Db, gameId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('round_number')
    .where('game_id', '=', gameId)
    .where((round) =>
      round.or([round('computed_at', 'is not', null), round('compute_requested_at', 'is not', null)]),
    )
    .orderBy('round_number')
    .execute()
  return rows.map((row) => row.round_number)
}

/** Copies raw scores, leagues and members: what can change while the run goes on. */
export async function copyFacts(held: Db, gameId: number): Promise<void> {
  await sql`
    insert into run_points (round_number, entry_id, points)
    select r.round_number, e.id, coalesce(s.points, 0)
    from rounds r
    join entries e on e.game_id = r.game_id
    left join round_scores s
      on s.game_id = r.game_id and s.round_number = r.round_number and s.entry_id = e.id
    where r.game_id = ${gameId}`.execute(held)
  await sql`
    insert into run_leagues (league_id, members_version)
    select id, members_version from leagues where game_id = ${gameId}`.execute(held)
  await sql`
    insert into run_members (league_id, team_id)
    select l.id, m.team_id from leagues l join memberships m on m.league_id = l.id
    where l.game_id = ${gameId} order by l.id, m.team_id`.execute(held)
}

/** Scores every team in one round and adds it up with the computed round before. No line-up scores 0 (D7). */
export async function scoreRound(held: Db, basis: Basis, roundNumber: number): Promise<void> {
  const before = basis.rounds[basis.rounds.indexOf(roundNumber) - 1] ?? 0
  await sql`delete from run_round_points`.execute(held)
  await sql`
    insert into run_round_points (entry_id, points)
    select entry_id, points from run_points where round_number = ${roundNumber}`.execute(held)
  await sql`
    insert into run_scores (round_number, team_id, score, total)
    select ${roundNumber}, team_id, score, score + before from (
      select t.id as team_id, ${weighted(basis.percentages)} as score, coalesce(b.total, 0) as before
      from teams t
      left join lineups l on l.team_id = t.id and l.round_number = ${roundNumber}
      ${sql.join(columns.map(joinPoints), sql` `)}
      left join run_scores b on b.round_number = ${before} and b.team_id = t.id
      where t.game_id = ${basis.gameId} and t.id <= ${basis.lastTeamId}
      order by t.id
    ) as scored`.execute(held)
}

const columns = ['entry_1', 'entry_2', 'entry_3', 'entry_4', 'entry_5', 'entry_6'] as const

function joinPoints(column: string, index: number) {
  const points = sql.ref(`p${index + 1}`)
  return sql`left join run_round_points as ${points} on ${points}.entry_id = l.${sql.ref(column)}`
}

/** Points × percent, summed: whole hundredths, never rounded (D4). */
function weighted(percentages: readonly number[]) {
  const terms = percentages.map(
    (percentage, index) => sql`coalesce(${sql.ref(`p${index + 1}.points`)}, 0) * ${sql.lit(percentage)}`,
  )
  return sql.join(terms, sql` + `)
}

/**
 * Ranks by distinct score and by distinct total, 1-2-2-4 (D5): one row per value, because after a semi-final a
 * million teams share a few dozen.
 */
export async function rankRound(held: Db, roundNumber: number): Promise<void> {
  await sql`
    insert into run_round_ranks (round_number, score, rank)
    select ${roundNumber}, score, 1 + sum(teams) over (order by score desc) - teams
    from (select score, count(*) as teams from run_scores where round_number = ${roundNumber} group by score) as s`.execute(
    held,
  )
  await sql`
    insert into run_total_ranks (round_number, total, rank, tied)
    select ${roundNumber}, total, 1 + sum(teams) over (order by total desc) - teams, teams
    from (select total, count(*) as teams from run_scores where round_number = ${roundNumber} group by total) as s`.execute(
    held,
  )
}

/** Puts all teams in order after the last round: by total, then by joining. Returns how many there are. */
export async function placeTeams(held: Db, lastRound: number): Promise<number> {
  const result = await sql`
    insert into run_places (position, team_id, total)
    select row_number() over (order by total desc, team_id), team_id, total
    from run_scores where round_number = ${lastRound}`.execute(held)
  return Number(result.numAffectedRows ?? 0n)
}

/** Puts the members of every league in order, league by league. Returns how many there are. */
export async function placeMembers(held: Db, lastRound: number): Promise<number> {
  const result = await sql`
    insert into run_league_places (n, league_id, team_id, total)
    select row_number() over (order by m.league_id, s.total desc, m.team_id), m.league_id, m.team_id, s.total
    from run_members m
    join run_scores s on s.round_number = ${lastRound} and s.team_id = m.team_id`.execute(held)
  await sql`
    insert into run_league_starts (league_id, first_n)
    select league_id, min(n) from run_league_places group by league_id`.execute(held)
  await sql`
    insert into run_league_ranks (league_id, total, first_n, tied)
    select league_id, total, min(n), count(*) from run_league_places group by league_id, total`.execute(held)
  return Number(result.numAffectedRows ?? 0n)
}
