import { sql } from 'kysely'
import type { Db } from './schema.server.ts'

/**
 * Runs several reads that must agree with each other on one held connection (`db.connection()`). It takes no
 * write lock, so saves go on meanwhile; it may write TEMP tables and nothing else.
 */
export async function readConsistently<Result>(held: Db, read: () => Promise<Result>): Promise<Result> {
  await sql`begin`.execute(held)
  try {
    const result = await read()
    await sql`commit`.execute(held)
    return result
  } catch (error) {
    await sql`rollback`.execute(held)
    throw error
  }
}
