/** PostgreSQL's code for a connection that failed, or one like it of the server: refused, unknown, stopping. */
export const connectionFailed = '08006'

/** An error of a connection that cannot be opened or was lost, whichever of the network, the package or the server it is. */
export function toConnectionError(cause: unknown): Error {
  return Object.assign(new Error(`The database cannot be reached: ${describe(cause)}`, { cause }), {
    code: connectionFailed,
  })
}

/** Node reports several addresses of a host that all refused as an error without words. */
function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(describe).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
