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
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null }
  const { errorType, isOver, note, roundNumber }: Record<string, unknown> = { ...data }
  return {
    status,
    errorType: typeof errorType === 'string' ? errorType : null,
    isOver: isOver === true,
    note: typeof note === 'string' ? note : null,
    roundNumber: typeof roundNumber === 'number' ? roundNumber : null,
    card: hasCard(data) ? data.card : null,
  }
}

/** Error types that show the 404 page instead of a card. */
const notFoundTypes: readonly (string | null)[] = ['NOT_FOUND', 'ROUND_MISSING'] satisfies ErrorCode[]

/** Whether the 404 page replaces a game page; every other error has a card. */
export function isNotFound({ status, errorType }: RouteError): boolean {
  return status === 404 && notFoundTypes.includes(errorType)
}

function hasCard(data: unknown): data is { card: ErrorCardContent } {
  return typeof data === 'object' && data !== null && 'card' in data
}
