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
  run_places: 'position integer primary key, team_id integer not null, total integer not null',
  run_team_places: 'team_id integer primary key, position integer not null',
  run_leagues: 'league_id integer primary key, members_version integer not null',
  run_members: 'league_id integer, team_id integer, primary key (league_id, team_id)',
  // n counts through all leagues, so that batches are ranges of it.
  run_league_places: `n integer primary key, league_id integer not null, team_id integer not null,
    total integer not null, previous_total integer`,
  run_league_starts: 'league_id integer primary key, first_n integer not null',
  run_league_ranks: `league_id integer, total integer, first_n integer not null, tied integer not null,
    primary key (league_id, total)`,
  run_league_previous_ranks: `league_id integer, total integer, rank integer not null,
    primary key (league_id, total)`,
}

/** One of each per round, because a lookup by a single whole number is the fastest there is. */
const roundTables = {
  run_scores: 'team_id integer primary key, score integer not null, total integer not null',
  run_score_ranks: 'score integer primary key, rank integer not null',
  run_total_ranks: 'total integer primary key, rank integer not null, tied integer not null',
}

/** A round's own working table. */
export function ofRound(name: keyof typeof roundTables, roundNumber: number) {
  return sql.table(`${name}_${roundNumber}`)
}

/** Suits a connection of its own to long work: it may wait for the write lock (ms) and keep pages (kB) in memory. */
export async function tuneForComputing(db: Db): Promise<void> {
  await sql`pragma busy_timeout = 20000`.execute(db)
  await sql`pragma cache_size = -65536`.execute(db)
}

/**
 * Whether commits of this connection wait for the disk. Batches that nobody reads yet need not: after a power cut
 * their run is dead anyway, and not waiting keeps the write lock short. The commit that publishes must.
 */
export async function setDurable(held: Db, isDurable: boolean): Promise<void> {
  await sql`pragma synchronous = ${sql.raw(isDurable ? 'full' : 'normal')}`.execute(held)
}

/** Lays out the working tables, empty. */
export async function createWorkingTables(held: Db, rounds: readonly number[]): Promise<void> {
  for (const { table, columns } of listWorkingTables(rounds)) {
    const isKeyedTwice = columns.includes('primary key (')
    const form = sql.raw(isKeyedTwice ? 'without rowid' : '')
    await sql`create temp table ${table} (${sql.raw(columns)}) ${form}`.execute(held)
  }
}

/** Gives their space back. */
export async function dropWorkingTables(held: Db, rounds: readonly number[]): Promise<void> {
  for (const { table } of listWorkingTables(rounds)) await sql`drop table ${table}`.execute(held)
}

function listWorkingTables(rounds: readonly number[]) {
  const shared = Object.entries(tables).map(([name, columns]) => ({ table: sql.table(name), columns }))
  const perRound = (['run_scores', 'run_score_ranks', 'run_total_ranks'] as const).flatMap((name) =>
    rounds.map((round) => ({ table: ofRound(name, round), columns: roundTables[name] })),
  )
  return [...shared, ...perRound]
}

/** The computed round before the last: movement is told since then. Null while there is but one. */
export function previousRoundOf(rounds: readonly number[]): number | null {
  return rounds.at(-2) ?? null
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

/** Copies raw scores, leagues and members: what can change while the run goes on. Returns how many members. */
export async function copyFacts(held: Db, { gameId, rounds }: Basis): Promise<number> {
  await sql`
    insert into run_points (round_number, entry_id, points)
    select r.round_number, e.id, coalesce(s.points, 0)
    from rounds r
    join entries e on e.game_id = r.game_id
    left join round_scores s
      on s.game_id = r.game_id and s.round_number = r.round_number and s.entry_id = e.id
    where r.game_id = ${gameId} and r.round_number in (${sql.join([0, ...rounds])})`.execute(held)
  await sql`
    insert into run_leagues (league_id, members_version)
    select id, members_version from leagues where game_id = ${gameId}`.execute(held)
  const members = await sql`
    insert into run_members (league_id, team_id)
    select l.id, m.team_id from leagues l join memberships m on m.league_id = l.id
    where l.game_id = ${gameId} order by l.id, m.team_id`.execute(held)
  return Number(members.numAffectedRows ?? 0n)
}

/** Scores every team in one round and adds it up with the computed round before. No line-up scores 0 (D7). Returns how many. */
export async function scoreRound(held: Db, basis: Basis, roundNumber: number): Promise<number> {
  const before = basis.rounds[basis.rounds.indexOf(roundNumber) - 1]
  const joinBefore = before ? sql`left join ${ofRound('run_scores', before)} b on b.team_id = t.id` : sql``
  await sql`delete from run_round_points`.execute(held)
  await sql`
    insert into run_round_points (entry_id, points)
    select entry_id, points from run_points where round_number = ${roundNumber}`.execute(held)
  const result = await sql`
    insert into ${ofRound('run_scores', roundNumber)} (team_id, score, total)
    select team_id, score, score + before from (
      select t.id as team_id, ${weighted(basis.percentages)} as score,
        ${before ? sql`coalesce(b.total, 0)` : sql`0`} as before
      from teams t
      left join lineups l on l.team_id = t.id and l.round_number = ${roundNumber}
      ${sql.join(columns.map(joinPoints), sql` `)}
      ${joinBefore}
      where t.game_id = ${basis.gameId} and t.id <= ${basis.lastTeamId}
      order by t.id
    ) as scored`.execute(held)
  return Number(result.numAffectedRows ?? 0n)
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
  const scores = ofRound('run_scores', roundNumber)
  await sql`
    insert into ${ofRound('run_score_ranks', roundNumber)} (score, rank)
    select score, 1 + sum(teams) over (order by score desc) - teams
    from (select score, count(*) as teams from ${scores} group by score) as s`.execute(held)
  await sql`
    insert into ${ofRound('run_total_ranks', roundNumber)} (total, rank, tied)
    select total, 1 + sum(teams) over (order by total desc) - teams, teams
    from (select total, count(*) as teams from ${scores} group by total) as s`.execute(held)
}

/** Puts all teams in order after the last round: by total, then by joining. */
export async function placeTeams(held: Db, lastRound: number): Promise<void> {
  await sql`
    insert into run_places (position, team_id, total)
    select row_number() over (order by total desc, team_id), team_id, total
    from ${ofRound('run_scores', lastRound)}`.execute(held)
  await sql`
    insert into run_team_places (team_id, position)
    select team_id, position from run_places order by team_id`.execute(held)
}

/** The last of the next leagues that hold about `rows` members, or undefined when none follows `after`. */
export async function findNextLeagues(held: Db, after: number, rows: number): Promise<number | undefined> {
  const next = await sql<{ league_id: number | null }>`
    select max(league_id) as league_id from (
      select league_id from run_members where league_id > ${after} order by league_id limit ${rows}
    ) as next`.execute(held)
  return next.rows[0]?.league_id ?? undefined
}

interface Leagues {
  rounds: readonly number[]
  /** Leagues with an id in (after, upTo]. */
  after: number
  upTo: number
  /** Rows placed so far: n counts on. */
  placed: number
}

/** Puts the members of some leagues in order, league by league. Returns how many there are. */
export async function placeMembers(held: Db, { rounds, after, upTo, placed }: Leagues): Promise<number> {
  const previousRound = previousRoundOf(rounds)
  const joinPrevious = previousRound
    ? sql`join ${ofRound('run_scores', previousRound)} p on p.team_id = m.team_id`
    : sql``
  const result = await sql`
    insert into run_league_places (n, league_id, team_id, total, previous_total)
    select ${placed} + row_number() over (order by m.league_id, s.total desc, m.team_id),
      m.league_id, m.team_id, s.total, ${previousRound ? sql`p.total` : sql`null`}
    from run_members m
    join ${ofRound('run_scores', rounds.at(-1) ?? 0)} s on s.team_id = m.team_id
    ${joinPrevious}
    where m.league_id > ${after} and m.league_id <= ${upTo}`.execute(held)
  await sql`
    insert into run_league_starts (league_id, first_n)
    select league_id, min(n) from run_league_places where n > ${placed} group by league_id`.execute(held)
  await sql`
    insert into run_league_ranks (league_id, total, first_n, tied)
    select league_id, total, min(n), count(*) from run_league_places where n > ${placed}
    group by league_id, total`.execute(held)
  if (previousRound) await rankMembersBefore(held, placed)
  return Number(result.numAffectedRows ?? 0n)
}

/** Ranks the members placed last by what they had after the previous round, one row per value. */
async function rankMembersBefore(held: Db, placed: number): Promise<void> {
  await sql`
    insert into run_league_previous_ranks (league_id, total, rank)
    select league_id, total, 1 + sum(teams) over (partition by league_id order by total desc) - teams
    from (
      select league_id, previous_total as total, count(*) as teams from run_league_places
      where n > ${placed} group by league_id, previous_total
    ) as s`.execute(held)
}
