import Database from 'better-sqlite3'

/** What a ranking costs at least: the same rows by plain SQL, under one lock that nobody else gets meanwhile. */

const places = [1, 2, 3, 4, 5, 6] as const

/**
 * Writes all results of a season as a new generation in one durable transaction, and deletes the oldest of three, as a
 * run of the product does. Answers with what it took, in ms.
 */
export function rankByHand(file: string, gameId: number): number {
  const db = new Database(file, { fileMustExist: true })
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536']) {
      db.pragma(pragma)
    }
    const ids = db.prepare<[], number>('select id from generations order by id').pluck().all()
    const began = performance.now()
    db.transaction(() => writeAll(db, gameId, ids.length > 2 ? ids[0] : undefined)).immediate()
    return performance.now() - began
  } finally {
    db.close()
  }
}

/** How many rows of the newest generations of two stores differ; by table, those that do. */
export function compareNewest(file: string, otherFile: string): string[] {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.prepare('attach ? as other').run(otherFile)
    return resultTables.flatMap((table) => {
      const columns = db
        .prepare<[string], string>("select name from pragma_table_info(?) where name <> 'generation'")
        .pluck()
      const names = columns.all(table).join(', ')
      const rowsOf = (schema: string) => `select ${names} from ${schema}.${table}
        where generation = (select max(id) from ${schema}.generations)`
      const count = (one: string, two: string) =>
        Number(
          db
            .prepare(`select count(*) from (${rowsOf(one)} except ${rowsOf(two)})`)
            .pluck()
            .get(),
        )
      const differing = count('main', 'other') + count('other', 'main')
      return differing === 0 ? [] : [`${table}: ${differing} rows differ`]
    })
  } finally {
    db.close()
  }
}

function writeAll(db: Database.Database, gameId: number, replaced: number | undefined): void {
  if (replaced !== undefined) {
    for (const table of resultTables) db.prepare(`delete from ${table} where generation = ?`).run(replaced)
    db.prepare('delete from generations where id = ?').run(replaced)
  }
  const generation = Number(db.prepare(insertGeneration).run({ gameId }).lastInsertRowid)
  const percentages = db.prepare<[number], string>('select lineup_percentages from games where id = ?')
  const weights = String(percentages.pluck().get(gameId)).split(',').map(Number)
  for (const statement of [
    insertPoints,
    insertResults(weights),
    insertStandings,
    insertPlaces,
    insertTables,
  ]) {
    db.prepare(statement).run({ gameId, generation })
  }
}

/** Where a generation's rows are, those first that others refer to last. */
const resultTables = [
  'round_results',
  'standings',
  'team_places',
  'league_standings',
  'league_gaps',
  'generation_points',
] as const

const computed = `select round_number from rounds
  where game_id = :gameId and (computed_at is not null or compute_requested_at is not null)`

const insertGeneration = `
  insert into generations (game_id, created_at, last_team_id, ranked_teams, computed_rounds, previous_round)
  select :gameId, 1, max(id), count(*), (select count(*) from (${computed})),
    (${computed} order by round_number desc limit 1 offset 1)
  from teams where game_id = :gameId`

const insertPoints = `
  insert into generation_points (generation, round_number, entry_id, points)
  select :generation, r.round_number, e.id, coalesce(s.points, 0)
  from (${computed}) r join entries e on e.game_id = :gameId
  left join round_scores s on s.game_id = :gameId and s.round_number = r.round_number and s.entry_id = e.id`

const insertResults = (weights: readonly number[]) => `
  insert into round_results
    (generation, round_number, team_id, score_hundredths, round_rank, total_hundredths, rank)
  select :generation, round_number, team_id, score, rank() over (partition by round_number order by score desc),
    total, rank() over (partition by round_number order by total desc)
  from (
    select round_number, team_id, score, sum(score) over (partition by team_id order by round_number) as total
    from (
      select r.round_number, t.id as team_id,
        ${places.map((n) => `coalesce(p${n}.points, 0) * ${weights[n - 1] ?? 0}`).join(' + ')} as score
      from teams t join (${computed}) r
      left join lineups l on l.team_id = t.id and l.round_number = r.round_number
      ${places
        .map(
          (n) => `left join generation_points p${n} on p${n}.generation = :generation
            and p${n}.round_number = r.round_number and p${n}.entry_id = l.entry_${n}`,
        )
        .join('\n')}
      where t.game_id = :gameId
    )
  )
  order by round_number, team_id`

const insertStandings = `
  insert into standings (generation, position, team_id, rank, tied, total_hundredths)
  select generation, row_number() over (order by total_hundredths desc, team_id), team_id, rank,
    count(*) over (partition by total_hundredths), total_hundredths
  from round_results
  where generation = :generation and round_number = (select max(round_number) from (${computed}))`

const insertPlaces = `
  insert into team_places (generation, team_id, position)
  select generation, team_id, position from standings where generation = :generation order by team_id`

const insertTables = `
  insert into league_standings
    (generation, league_id, position, team_id, rank, tied, total_hundredths, previous_rank)
  select :generation, m.league_id,
    row_number() over (partition by m.league_id order by s.total_hundredths desc, m.team_id), m.team_id,
    rank() over (partition by m.league_id order by s.total_hundredths desc),
    count(*) over (partition by m.league_id, s.total_hundredths), s.total_hundredths,
    case when p.total_hundredths is not null
      then rank() over (partition by m.league_id order by p.total_hundredths desc) end
  from memberships m join leagues l on l.id = m.league_id and l.game_id = :gameId
  join generations g on g.id = :generation
  join round_results s on s.generation = g.id and s.team_id = m.team_id
    and s.round_number = (select max(round_number) from (${computed}))
  left join round_results p
    on p.generation = g.id and p.team_id = m.team_id and p.round_number = g.previous_round
  order by m.league_id, 3`
