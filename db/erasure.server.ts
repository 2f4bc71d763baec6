import { engineOf } from './engine.server.ts'
import type { Db } from './schema.server.ts'

/** Runs a transaction that erases personal data (docs/decisions/0006, `Engine.runErasingTransaction`). */
export async function runErasingTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return engineOf(db).runErasingTransaction(db, work)
}
