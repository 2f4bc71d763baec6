import type { ErrorDefinition } from './error-definition.ts'

/** Requests that are refused before or without a rule of the game. */
export const requestErrors = {
  BAD_REQUEST: { status: 400, message: 'This address or request could not be understood.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in, or send a valid access token.' },
  ACCESS_DENIED: { status: 403, message: 'You may not do this.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here.' },
  ARTICLE_MISSING: {
    status: 404,
    message: "The article you're looking for doesn't exist or has been removed.",
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not accept requests of this kind.' },
  LENGTH_REQUIRED: { status: 411, message: 'The request must say how long it is.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'What was sent is too large, so nothing was saved.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'What was sent is of a type that is not accepted here.' },
  MISDIRECTED_REQUEST: { status: 421, message: 'Not here: the proxy in front does not pass on Host.' },
  VALIDATION_FAILED: { status: 422, message: 'What was sent is not acceptable: see fieldErrors.' },
  SERVER_ERROR: { status: 500, message: 'Something went wrong on our side. Please try again later.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The server is too busy at the moment. Please try again in a few seconds.',
  },
} as const satisfies Record<string, ErrorDefinition>
