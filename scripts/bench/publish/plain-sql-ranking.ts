import Database from 'better-sqlite3'
import { z } from 'zod'
import { findTeamPlace } from '#app/game/scoreboard/standings.ts'
import type { PublishedSeason } from '#app/services/scoreboard/results.server.ts'

/** The cost of stored results: plain SQL writes a row for each team, round and league in one transaction. */

const positions = [1, 2, 3, 4, 5, 6] as const

/** Writes all results of a season in one durable transaction. Returns the duration in ms. */
export function rankByPlainSql(file: string, gameId: number): number {
  const db = new Database(file, { fileMustExist: true })
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536'])
      db.pragma(pragma)
    db.exec(tables)
    const began = performance.now()
    db.transaction(() => writeAll(db, gameId)).immediate()
    return performance.now() - began
  } finally {
    db.close()
  }
}

function writeAll(db: Database.Database, gameId: number): void {
  const percentages = db.prepare<[number], string>('select lineup_percentages from games where id = ?')
  const weights = String(percentages.pluck().get(gameId)).split(',').map(Number)
  for (const statement of [insertResults(weights), insertStandings, insertTables])
    db.prepare(statement).run({ gameId })
}

const tables = `
  drop table if exists baseline_results;
  drop table if exists baseline_standings;
  drop table if exists baseline_leagues;
  create table baseline_results (round_number, team_id, score, round_rank, total, rank,
    primary key (round_number, team_id)) without rowid;
  create table baseline_standings (position, team_id, rank, tied, total, previous_rank, primary key (position)) without rowid;
  create table baseline_leagues (league_id, position, team_id, rank, tied, total,
    primary key (league_id, position)) without rowid;`

const insertResults = (weights: readonly number[]) => `
  insert into baseline_results
  select round_number, team_id, score, rank() over (partition by round_number order by score desc),
    total, rank() over (partition by round_number order by total desc)
  from (
    select round_number, team_id, score, sum(score) over (partition by team_id order by round_number) as total
    from (
      select r.round_number, t.id as team_id,
        ${positions.map((n) => `coalesce(p${n}.points, 0) * ${weights[n - 1] ?? 0}`).join(' + ')} as score
      from teams t join rounds r on r.game_id = t.game_id
      left join lineups l on l.team_id = t.id and l.round_number = r.round_number
      ${positions
        .map(
          (n) => `left join round_scores p${n} on p${n}.game_id = t.game_id
            and p${n}.round_number = r.round_number and p${n}.entry_id = l.entry_${n}`,
        )
        .join('\n')}
      where t.game_id = :gameId
    )
  )
  order by round_number, team_id`

const insertStandings = `
  with last as (select max(round_number) as round_number from rounds where game_id = :gameId)
  insert into baseline_standings
  select row_number() over (order by r.total desc, r.team_id), r.team_id, r.rank,
    count(*) over (partition by r.total), r.total, b.rank
  from last
  join baseline_results r on r.round_number = last.round_number
  left join baseline_results b on b.round_number = last.round_number - 1 and b.team_id = r.team_id`

const insertTables = `
  with last as (select max(round_number) as round_number from rounds where game_id = :gameId)
  insert into baseline_leagues
  select m.league_id, row_number() over (partition by m.league_id order by r.total desc, m.team_id), m.team_id,
    rank() over (partition by m.league_id order by r.total desc), count(*) over (partition by m.league_id, r.total),
    r.total
  from last
  join memberships m join leagues l on l.id = m.league_id and l.game_id = :gameId
  join baseline_results r on r.round_number = last.round_number and r.team_id = m.team_id
  order by m.league_id, 2`

const row = z.object({ teamId: z.number(), rank: z.number(), total: z.number() })

/** How many teams rank differently in the product's table and in the one by plain SQL; 0 when both are equal. */
export function countDifferences(file: string, { board, columns }: PublishedSeason): number {
  const db = new Database(file, { readonly: true })
  try {
    const rows = db
      .prepare('select team_id as teamId, rank, total from baseline_standings order by position')
      .iterate()
    let position = 0
    let differing = 0
    for (const each of rows) {
      const { teamId, rank, total } = row.parse(each)
      const team = board.order[position] ?? -1
      const place = findTeamPlace(board, team)
      const isSame =
        columns.teamIds[team] === teamId && place?.rank === rank && place.totalHundredths === total
      if (!isSame) differing += 1
      position += 1
    }
    return differing + Math.abs(columns.teamCount - position)
  } finally {
    db.close()
  }
}
