import { z } from 'zod'
import { errors } from '#app/game/errors/errors.ts'
import { readQuery } from '#app/http/forms/query.server.ts'
import { throwErrorCard } from '#app/http/responses.server.ts'
import type { ErrorCardContent } from '#app/ui/messages/error-cards.ts'

/**
 * After how many seconds the page asks again by itself: only after the visitor's choice (D41), and not while the cookie
 * form is open, whose ticks would be lost.
 */
export const liveQuery = z.object({
  every: z.literal('30').optional(),
  dialog: z.literal('cookies').optional().catch(undefined),
})

/** The query of the live page. Ends the request with 400 and a card that leads to the page without one. */
export function requireLiveQuery(request: Request): z.output<typeof liveQuery> {
  const query = readQuery(request, liveQuery)
  return query.ok ? query.value : throwErrorCard('BAD_REQUEST', { card: refusedCard })
}

const refusedCard: ErrorCardContent = {
  title: 'Not an interval of this page',
  text: `${errors.BAD_REQUEST.message} The page updates by itself every 30 seconds, or not at all.`,
  button: { href: '/game/live', label: 'To the live page' },
}
