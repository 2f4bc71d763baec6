import { isRouteErrorResponse } from '@remix-run/react'
import type { ErrorCardContent } from '#app/ui/messages/error-cards.ts'

/** What a boundary needs to know of what was thrown. */
export interface RouteError {
  status: number
  errorType: string | null
  /** The season's last round is closed: what the usual card leads to cannot be done any more. */
  isOver: boolean
  /** What holds just now and the card's own words do not say. */
  note: string | null
  /** The round whose scores could not be read. */
  roundNumber: number | null
  /** What the card says, where no page knows it. */
  card: ErrorCardContent | null
}

/** Reads anything thrown: an answer of ours carries its error type, everything else is a fault (500). */
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

/** Types of a game page that is not there at all: the 404 page, no card. */
const notFoundTypes: readonly (string | null)[] = ['NOT_FOUND', 'ROUND_MISSING', 'TEAM_NOT_FOUND']

/** Whether the 404 page stands in a game page's place; everything else has a card. */
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
