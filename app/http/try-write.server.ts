import { healthState } from '#app/server/monitoring/health.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { isDatabaseUnavailable } from '#db/errors.server.ts'

/**
 * Awaits a write; null when the database cannot be written: full, locked or read-only. Nothing is stored then, and the
 * visitor may try again. Other errors are rethrown.
 */
export async function tryWrite<Value>(write: Promise<Value>): Promise<Value | null> {
  try {
    return await write
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    recordFailedWrite(error)
    return null
  }
}

/** Logs that nothing was saved, and records it for /healthz. `id`: the request's, where it is known. */
export function recordFailedWrite(error: unknown, id?: string): void {
  healthState.writeFailedAt = Date.now()
  logLine('error', 'not-saved', { id, ...describeError(error) })
}

/** Ignores a database that cannot be read: the request's own queries report it. */
export function tryRead<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
