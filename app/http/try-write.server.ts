import { recordWriteFailure } from '#app/server/monitoring/health.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'

const unavailableCodes: readonly string[] = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
]

/**
 * Waits for a deed, and answers null when the database could not write just now: full, locked or read-only.
 * Nothing was stored then, and the visitor may try again. Bugs are thrown on.
 */
export async function tryWrite<Value>(write: Promise<Value>): Promise<Value | null> {
  try {
    return await write
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    recordWriteFailure(Date.now())
    logLine('error', 'not-saved', describeError(error))
    return null
  }
}

/** Whether the database said that it cannot do this just now: full, locked or read-only. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  return typeof code === 'string' && unavailableCodes.some((each) => code.startsWith(each))
}

/** A store that cannot be read now is no reason to fail here: the answers themselves will say so. */
export function tryRead<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
