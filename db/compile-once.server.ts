import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.server.ts'

/**
 * A query that is built and compiled once for each database, for those that almost every visit asks. Returns what runs it with
 * parameters in the order in which the query has them; `compile` gives others in their places.
 */
export function compileOnce<Row>(compile: (db: Db) => CompiledQuery<Row>) {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>()

  function find(db: Db): CompiledQuery<Row> {
    const known = compiled.get(db)
    if (known) return known
    const query = compile(db)
    compiled.set(db, query)
    return query
  }

  return async (db: Db, parameters: readonly (string | number)[]): Promise<Row[]> => {
    const query = find(db)
    if (query.parameters.length !== parameters.length)
      throw new Error(
        `The query has ${query.parameters.length} parameters, not ${parameters.length}: ${query.sql}`,
      )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
