import { isRouteErrorResponse } from '@remix-run/react'

/** What a boundary needs to know of what was thrown. */
export interface RouteError {
  status: number
  errorType: string | null
  /** The season's last round is closed: what the usual card leads to cannot be done any more. */
  isOver: boolean
}

/** Reads anything thrown: an answer of ours carries its error type, everything else is a fault (500). */
export function readRouteError(error: unknown): RouteError {
  if (!isRouteErrorResponse(error)) return { status: 500, errorType: null, isOver: false }
  return { status: error.status, errorType: errorTypeOf(error.data), isOver: isOverIn(error.data) }
}

function errorTypeOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('errorType' in data)) return null
  return typeof data.errorType === 'string' ? data.errorType : null
}

function isOverIn(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isOver' in data && data.isOver === true
}
