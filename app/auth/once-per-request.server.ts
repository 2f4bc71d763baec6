/**
 * Remembers by request and key what was found, so that all who work on one request find it once. `whole` is the object
 * that stands for the request (log.server.ts); what is kept goes when it goes.
 */
export function oncePerRequest<Value>(): (whole: object, key: string, find: () => Value) => Value {
  const found = new WeakMap<object, Map<string, Value>>()
  return (whole, key, find) => {
    const ofRequest = found.get(whole) ?? new Map<string, Value>()
    found.set(whole, ofRequest)
    const known = ofRequest.get(key)
    if (known !== undefined) return known
    const value = find()
    ofRequest.set(key, value)
    return value
  }
}
