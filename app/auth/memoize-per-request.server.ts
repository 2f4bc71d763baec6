/**
 * Remembers by request and key what was found, so that all who work on one request find it once. `whole` is the object
 * that stands for the request (log.server.ts); what is kept goes when it goes.
 */
export function memoizePerRequest<Value>(): (scope: object, key: string, find: () => Value) => Value {
  const valuesByScope = new WeakMap<object, Map<string, Value>>()
  return (scope, key, find) => {
    const values = valuesByScope.get(scope) ?? new Map<string, Value>()
    valuesByScope.set(scope, values)
    const known = values.get(key)
    if (known !== undefined) return known
    const value = find()
    values.set(key, value)
    return value
  }
}
