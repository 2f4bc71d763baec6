import { type QueryExecutorProvider, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * Where a team stands, by team. An index of the standings did this: a computation wrote it in random order, and every
 * batch rewrote most of its pages. A table is written in the order of its teams (docs/decisions/0002).
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ storedByKey }: Words) => [
  `create table team_places (
    generation integer not null,
    team_id integer not null,
    position integer not null,
    primary key (generation, team_id)
  )${storedByKey}`,
  `insert into team_places (generation, team_id, position)
    select generation, team_id, position from standings order by generation, team_id`,
  'drop index standing_of_team',
]
