import { engines } from './engine.server.ts'

/** Whether an error means that the database is full, locked or read-only: nothing was stored, and it may be tried again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && engines.some((engine) => engine.isUnavailable(error))
}

/** Whether an error means that nobody knows whether something was stored: the connection broke while it was committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && engines.some((engine) => engine.isOutcomeUnknown(error))
}
