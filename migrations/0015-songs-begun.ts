import { type QueryExecutorProvider, sql } from 'kysely'
import { wordsOf } from './words.ts'

/** How many songs of a show have begun, and when the points of a country were entered (game time; null before this). */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const { instant } = wordsOf(db)
  for (const statement of listStatements(instant)) await sql.raw(statement).execute(db)
}

const listStatements = (instant: string) => [
  'alter table rounds add column songs_begun integer not null default 0 check (songs_begun >= 0)',
  `alter table round_scores add column changed_at ${instant}`,
]
