import { z } from 'zod'

/** After how many seconds the screen asks again by itself: only after a press (D41). Anything else is ignored. */
export const screenQuery = z.object({ every: z.literal('30').optional().catch(undefined) })
