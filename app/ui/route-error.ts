import { isRouteErrorResponse } from '@remix-run/react'

/** What a boundary needs to know of what was thrown. */
export interface RouteError {
  status: number
  errorType: string | null
}

/** Reads anything thrown: an answer of ours carries its error type, everything else is a fault (500). */
export function readRouteError(error: unknown): RouteError {
  if (!isRouteErrorResponse(error)) return { status: 500, errorType: null }
  return { status: error.status, errorType: errorTypeOf(error.data) }
}

function errorTypeOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('errorType' in data)) return null
  return typeof data.errorType === 'string' ? data.errorType : null
}
