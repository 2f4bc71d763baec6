import { engineOf } from './engine.server.ts'
import type { Db } from './schema.server.ts'

/** Runs a transaction that writes rows of one manager only (`Engine.runManagerTransaction`). */
export async function runManagerTransaction<Result>(
  db: Db,
  managerId: number,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return engineOf(db).runManagerTransaction(db, managerId, work)
}
