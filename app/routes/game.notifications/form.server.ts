import { z } from 'zod'

const text = z.string().default('')
const tick = z.literal('on').optional()

/** What the forms of the page send. A box that is not ticked is not sent. */
export const notificationsForm = z.object({
  intent: z.enum(['ask', 'again', 'forget', 'choices', 'remove', 'dismiss']).default('ask'),
  address: text,
  season: tick,
  reminder: tick,
  results: tick,
  cause: text,
  returnTo: text,
})

/** The page's address: whether another e-mail address is asked for, and what was typed before a session ended. */
export const notificationsQuery = z.object({
  change: z.literal('1').optional().catch(undefined),
  address: z.string().optional().catch(undefined),
  choices: z.string().optional().catch(undefined),
})
