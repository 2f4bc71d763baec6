import { type QueryExecutorProvider, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/** Which forms that make something were sent already, so that a second press of the same form makes nothing. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ instant, storedByKey }: Words) => [
  `create table sent_forms (
    form_key text primary key,
    made_id integer not null,
    sent_at ${instant} not null
  )${storedByKey}`,
  'create index sent_forms_by_age on sent_forms (sent_at)',
]
