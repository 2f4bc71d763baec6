import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

/**
 * The requests that a rate limit counts for all processes, for PostgreSQL alone: one process serves a file, and counts
 * in its memory. `times`: epoch ms; `ends_at`: when the last one leaves its window. Not logged: after a crash of the
 * server the counts begin anew.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unlogged table rate_limits (
    key text primary key check (length(key) <= 64),
    times bigint[] not null,
    ends_at bigint not null
  )`,
  'create index rate_limits_ends_at on rate_limits (ends_at)',
]
