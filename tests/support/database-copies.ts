import { sql } from 'kysely'
import { engineOf, openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { isOnPostgres, newDatabase } from './databases.ts'

/** Keeps copies of a database's rows, and puts them back while it is in use. */
export async function openCopies(location: string) {
  const db = openDatabase(location)
  const tables = (await engineOf(db).listTables(db)).filter((name) => name !== 'sqlite_sequence')
  return isOnPostgres ? inSchemas(db, tables) : inFiles(db, [...tables, 'sqlite_sequence'])
}

function inFiles(db: Db, tables: readonly string[]) {
  return {
    async copy(): Promise<string> {
      const file = await newDatabase('copy')
      await sql`vacuum into ${file}`.execute(db)
      return file
    },
    /** Foreign keys are off meanwhile: the order of the tables does not matter. */
    putBack: (file: string) =>
      db.connection().execute(async (connection) => {
        const run = (text: string) => sql.raw(text).execute(connection)
        await run('pragma foreign_keys = off')
        await run(`attach '${file}' as copy`)
        await connection.transaction().execute(async (tx) => {
          for (const table of tables) {
            await sql.raw(`delete from main.${table}`).execute(tx)
            await sql.raw(`insert into main.${table} select * from copy.${table}`).execute(tx)
          }
        })
        await run('detach copy')
        await run('pragma foreign_keys = on')
      }),
    close: () => db.destroy(),
  }
}

let copies = 0

function inSchemas(db: Db, tables: readonly string[]) {
  return {
    async copy(): Promise<string> {
      copies += 1
      const schema = `copy_${copies}`
      await sql.raw(`create schema ${schema}`).execute(db)
      for (const table of tables)
        await sql.raw(`create table ${schema}.${table} as table public.${table}`).execute(db)
      return schema
    },
    putBack: (schema: string) =>
      db.transaction().execute(async (tx) => {
        const run = (text: string) => sql.raw(text).execute(tx)
        await run('set local session_replication_role = replica')
        for (const table of tables) {
          await run(`delete from public.${table}`)
          await run(`insert into public.${table} select * from ${schema}.${table}`)
        }
      }),
    close: () => db.destroy(),
  }
}
