import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Db, Schema } from './schema.server.ts'

/** Names a value of a question where it stands in it. */
export type Given<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** Where a value will stand. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Questions are built on no connection: each is the same for all of them. */
const paper: Db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/**
 * A question that pages ask again and again: built when it is first asked, and from then on only its values are put in
 * where `given` names them (docs/decisions/0009-what-a-page-costs.md). It answers on a connection or in a transaction.
 * Its text is always the same: a list of values, or a condition that is sometimes left out, has no place in it. Throws
 * when a value is missing.
 */
export function question<Values extends Record<string, unknown>, Row>(
  build: (db: Db, given: Given<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined
  return async (db, values) => {
    built ??= build(paper, (name) => sql`${new Place(name)}`).compile()
    const parameters = built.parameters.map((each) => (each instanceof Place ? valueAt(each, values) : each))
    return (await db.executeQuery<Row>({ ...built, parameters })).rows
  }
}

function valueAt({ name }: Place, values: Record<string, unknown>): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`A question is asked without '${name}'`)
  return value
}
