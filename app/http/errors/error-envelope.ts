import { type ErrorType, errors } from '#app/game/errors/errors.ts'

/** The envelope of every error below /api: `status` equals the HTTP status. */
export interface ErrorEnvelope {
  errorType: ErrorType
  message: string
  status: number
  /** Message by field; with VALIDATION_FAILED only. */
  fieldErrors?: Record<string, string>
}

/** `message` replaces the usual one. */
export function createErrorEnvelope(
  errorType: ErrorType,
  message: string = errors[errorType].message,
): ErrorEnvelope {
  return { errorType, message, status: errors[errorType].status }
}
