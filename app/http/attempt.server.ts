import { noteNotWritten } from './health.server.ts'
import { describeError, logLine } from './log.server.ts'

const passing: readonly string[] = [
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
export async function attempt<Value>(deed: Promise<Value>): Promise<Value | null> {
  try {
    return await deed
  } catch (error) {
    if (!isPassing(error)) throw error
    noteNotWritten(Date.now())
    logLine('error', 'not-saved', describeError(error))
    return null
  }
}

/** Whether the database said that it cannot do this just now: full, locked or read-only. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  return typeof code === 'string' && passing.some((each) => code.startsWith(each))
}

/** A store that cannot be read now is no reason to fail here: the answers themselves will say so. */
export function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
