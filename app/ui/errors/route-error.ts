import { isRouteErrorResponse } from '@remix-run/react'
import type { ErrorCode } from '#app/game/errors/errors.ts'
import type { ErrorCardContent } from '#app/ui/messages/error-cards.ts'

/** What an error boundary needs to know about the thrown value. */
export interface RouteError {
  status: number
  errorType: string | null
  /** The season's last round is closed, so the usual card's button would lead nowhere useful. */
  isOver: boolean
  /** An extra sentence about the current state for the card. */
  note: string | null
  /** The round whose scores could not be read. */
  roundNumber: number | null
  /** A whole card from the server, which replaces the usual one. */
  card: ErrorCardContent | null
}

/** Reads any thrown value: the app's error responses carry their error type, everything else is a bug (500). */
export function readRouteError(error: unknown): RouteError {
  if (!isRouteErrorResponse(error))
    return { status: 500, errorType: null, isOver: false, note: null, roundNumber: null, card: null }
  const { status, data } = error
  return {
    status,
    errorType: readErrorType(data),
    isOver: readIsOver(data),
    note: readNote(data),
    roundNumber: readRoundNumber(data),
    card: hasCard(data) ? data.card : null,
  }
}

/** Error types that show the 404 page instead of a card. */
const notFoundTypes: readonly (string | null)[] = ['NOT_FOUND', 'ROUND_MISSING'] satisfies ErrorCode[]

/** Whether the 404 page replaces a game page; every other error has a card. */
export function isNotFound({ status, errorType }: RouteError): boolean {
  return status === 404 && notFoundTypes.includes(errorType)
}

function readErrorType(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('errorType' in data)) return null
  return typeof data.errorType === 'string' ? data.errorType : null
}

function readNote(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('note' in data)) return null
  return typeof data.note === 'string' ? data.note : null
}

function hasCard(data: unknown): data is { card: ErrorCardContent } {
  return typeof data === 'object' && data !== null && 'card' in data
}

function readRoundNumber(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('roundNumber' in data)) return null
  return typeof data.roundNumber === 'number' ? data.roundNumber : null
}

function readIsOver(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isOver' in data && data.isOver === true
}
