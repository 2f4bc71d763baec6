import { z } from 'zod'

/** The other team's id, and a round; without one all closed rounds together. */
export const compareQuery = z.object({
  team: z.string().max(20).default(''),
  round: z.string().max(20).nullable().default(null),
})
