/**
 * Reads once for all requests of one turn of the event loop. They had all arrived when it began, so what is read
 * after that holds whatever was acknowledged before any of them was sent.
 */
export function oncePerTurn<Value>(read: () => Value): () => Value {
  let known: { value: Value } | undefined
  return () => {
    if (known) return known.value
    known = { value: read() }
    setImmediate(() => {
      known = undefined
    })
    return known.value
  }
}

/** A store that cannot be read now is no reason to fail here: the answers themselves will say so. */
export function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
