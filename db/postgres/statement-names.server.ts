import type { CompiledQuery } from 'kysely'

/** So many statements of a process are prepared, and each connection keeps the plan of each: some 15 kB. */
export const preparedStatementLimit = 200
/** Lists have a text for each length; only short ones come again. */
const maxParameters = 16

const names = new Map<string, string>()

/**
 * The name under which a connection prepares a statement, so that PostgreSQL plans it once: half of its work for the short
 * queries of a page. Undefined for a statement that is sent as it is: one written by hand, a long list, one that reads
 * all columns, whose plan fails when a newer version adds one, and those beyond the limit.
 */
export function findStatementName({ query, sql, parameters }: CompiledQuery): string | undefined {
  if (query.kind === 'RawNode' || parameters.length > maxParameters || readsAllColumns(sql)) return undefined
  const known = names.get(sql)
  if (known !== undefined || names.size >= preparedStatementLimit) return known
  const name = `douze-${names.size + 1}`
  names.set(sql, name)
  return name
}

/** `select *`, `returning *` and `"table".*`; `count(*)` is none of them. */
function readsAllColumns(sql: string): boolean {
  return /(?<!\()\*/.test(sql)
}
