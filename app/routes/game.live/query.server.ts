import { z } from 'zod'

/**
 * After how many seconds the page asks again by itself: only after the visitor's choice (D41), and not while the cookie
 * form is open, whose ticks would be lost.
 */
export const liveQuery = z.object({
  every: z.literal('30').optional(),
  dialog: z.literal('cookies').optional().catch(undefined),
})
