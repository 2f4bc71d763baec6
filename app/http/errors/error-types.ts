/** Every error of the API (docs/product.md, 'API responses'): its status and default message. */
export const errorTypes = {
  BAD_REQUEST: { status: 400, message: 'This address or request could not be understood.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in, or send a valid access token.' },
  ACCESS_DENIED: { status: 403, message: 'You may not do this.' },
  INVALID_INVITE: { status: 403, message: 'This invite does not lead to a league.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here.' },
  ACTIVE_GAME_MISSING: { status: 404, message: 'There currently is no active game going on.' },
  TEAM_MISSING: { status: 404, message: 'There is no such team, or you have not created yours yet.' },
  NEXT_ROUND_MISSING: { status: 404, message: 'The deadline for the final round has passed.' },
  MOST_RECENT_ROUND_MISSING: { status: 404, message: 'The first round has not started yet.' },
  ROUND_MISSING: { status: 404, message: 'This game has no such round.' },
  LEAGUE_MISSING: { status: 404, message: 'There is no such league.' },
  ARTICLE_MISSING: {
    status: 404,
    message: "The article you're looking for doesn't exist or has been removed.",
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take requests of this kind.' },
  ROUND_NOT_STARTED: { status: 409, message: 'The deadline of this round has not passed yet.' },
  TEAM_CHANGE_NOT_ALLOWED: { status: 409, message: 'You can no longer change your team.' },
  ROUND_PAST_DEADLINE: {
    status: 409,
    message: 'The deadline for the round has passed. You cannot change your lineup anymore.',
  },
  USER_MAX_LEAGUES_EXCEEDED: { status: 409, message: 'Maximum number of leagues reached.' },
  LENGTH_REQUIRED: { status: 411, message: 'The request must say how long it is.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'What was sent is too large, so nothing was saved.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'What was sent is of a kind that is not accepted here.' },
  VALIDATION_FAILED: { status: 422, message: 'What was sent is not acceptable: see fieldErrors.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  SERVER_ERROR: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'There is no room for this request at the moment. Please try again in a few seconds.',
  },
} as const

export type ErrorType = keyof typeof errorTypes

/** Whether a code is an error of the API. */
export function isErrorType(code: string): code is ErrorType {
  return Object.hasOwn(errorTypes, code)
}

/** The envelope of every error below /api: `status` equals the HTTP status. */
export interface ErrorEnvelope {
  errorType: ErrorType
  message: string
  status: number
  /** Message by field; with VALIDATION_FAILED only. */
  fieldErrors?: Record<string, string>
}

export function createErrorEnvelope(errorType: ErrorType, message?: string): ErrorEnvelope {
  const { status, message: defaultMessage } = errorTypes[errorType]
  return { errorType, message: message ?? defaultMessage, status }
}
