import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'

/** What a server says of itself and of the database that a connection leads to. */
export interface ServerFacts {
  /** The product with its version, in words. */
  product: string
  /** The version as a number: 150014 is 15.14. */
  version: number
  encoding: string
  /** The order of texts, with the provider that defines it: 'c' is the system's library, 'i' ICU, 'b' PostgreSQL. */
  collation: string
  collationProvider: string
  isReadOnly: boolean
  /** Whether a commit is answered before it is on disk. */
  losesCommits: boolean
  /** The schema that the game's tables are in, or would be; null where there is none. */
  schema: string | null
  /** Whether tables can be made. */
  canCreate: boolean
  /** The first table that cannot be read and written. */
  refusedTable: string | null
}

/** The oldest version on which the tests run. */
export const oldestVersion = 15

/** Reads which server answers, before anything that only a new enough PostgreSQL knows. */
export async function readProduct(db: Db): Promise<Pick<ServerFacts, 'product' | 'version'>> {
  const facts = sql<{ product: string; version: string }>`select version() as product,
    current_setting('server_version_num') as version`
  const [row] = (await facts.execute(db)).rows
  return { product: row?.product ?? '', version: Number(row?.version) }
}

export async function readDatabaseFacts(db: Db): Promise<Omit<ServerFacts, 'product' | 'version'>> {
  const facts = sql<Omit<ServerFacts, 'product' | 'version'>>`select
    pg_encoding_to_char(encoding) as encoding,
    datcollate as collation,
    datlocprovider::text as "collationProvider",
    (pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on') as "isReadOnly",
    current_setting('synchronous_commit') = 'off' as "losesCommits",
    coalesce((select relnamespace::regnamespace::text from pg_class
      where oid = to_regclass('kysely_migration')), current_schema()) as schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "canCreate",
    (select min(tablename) from pg_tables where schemaname = current_schema()
      and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE'))) as "refusedTable"
    from pg_database where datname = current_database()`
  const [row] = (await facts.execute(db)).rows
  if (!row) throw new Error('PostgreSQL does not know its own database')
  return row
}

/** Whether two connections share one session: then a pooler between them and the server gives each statement another one. */
export async function sharesSessions(db: Db): Promise<boolean> {
  const ofSession = sql<{ pid: number }>`select pg_backend_pid() as pid`
  return db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      const [first, second] = [await ofSession.execute(one), await ofSession.execute(other)]
      return first.rows[0]?.pid === second.rows[0]?.pid
    }),
  )
}
