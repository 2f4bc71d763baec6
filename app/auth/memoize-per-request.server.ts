/**
 * Memoizes a lookup per request and key, so that the loaders of one request share it. `scope` is the object that
 * identifies the request (log.server.ts); the values are garbage-collected with it.
 */
export function memoizePerRequest<Value>(): (scope: object, key: string, find: () => Value) => Value {
  const valuesByScope = new WeakMap<object, Map<string, Value>>()
  return (scope, key, find) => {
    const values = valuesByScope.get(scope) ?? new Map<string, Value>()
    valuesByScope.set(scope, values)
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = find()
    values.set(key, value)
    return value
  }
}
