import type { CompiledQuery } from 'kysely'

/** Whether a statement changes rows. */
export function isWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return /^\s*(insert|update|delete|with)\b/i.test(sql)
  return ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(query.kind)
}
