import { type QueryExecutorProvider, sql } from 'kysely'

/** Which token, or the userinfo endpoint, had a session's roles (D25): null when nothing had, or when it is unknown. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `alter table sessions add column roles_from text
  check (roles_from in ('id_token', 'access_token', 'userinfo'))`
