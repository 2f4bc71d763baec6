/** PostgreSQL's codes: a connection failed; a transaction was being committed, and nobody knows whether it is. */
const connectionFailed = '08006'
export const outcomeUnknown = '08007'

/** An error of a connection that cannot be opened or was lost, whichever of the network, the package or the server it is. */
export function toConnectionError(cause: unknown, { isCommitting = false } = {}): Error {
  const code = isCommitting ? outcomeUnknown : connectionFailed
  return Object.assign(new Error(`The database cannot be reached: ${describe(cause)}`, { cause }), { code })
}

/** Node reports several addresses of a host that all refused as an error without words. */
function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(describe).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
