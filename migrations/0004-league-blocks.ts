import { type QueryExecutorProvider, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * What finds any page of a large league without counting through it: members by blocks of 8,192 team ids, and the
 * places that leavers left empty in a table by blocks of 8,192 positions (docs/decisions/0002).
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ min, storedByKey }: Words) => [
  `create table membership_blocks (
    league_id integer not null references leagues(id) on delete cascade,
    block integer not null,
    members integer not null check (members >= 0),
    primary key (league_id, block)
  )${storedByKey}`,
  `insert into membership_blocks (league_id, block, members)
    select league_id, team_id / 8192, count(*) from memberships group by league_id, team_id / 8192`,

  `create table league_gaps (
    generation integer not null,
    league_id integer not null,
    block integer not null,
    gaps integer not null check (gaps > 0),
    primary key (generation, league_id, block)
  )${storedByKey}`,
  // Tables that were left before gaps were counted.
  `insert into league_gaps (generation, league_id, block, gaps)
    with recursive blocks(generation, league_id, last, block) as (
      select generation, league_id, max(position), 0 from league_standings group by generation, league_id
      union all
      select generation, league_id, last, block + 1 from blocks where (block + 1) * 8192 < last
    ), counted as (
      select generation, league_id, block, ${min('8192', 'last - block * 8192')} - (
        select count(*) from league_standings s
        where s.generation = b.generation and s.league_id = b.league_id
          and s.position > b.block * 8192 and s.position <= (b.block + 1) * 8192
      ) as gaps
      from blocks b
    )
    select generation, league_id, block, gaps from counted where gaps > 0`,
]
