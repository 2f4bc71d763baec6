import { z } from 'zod'

/** What the form for the time zone sends. */
export const zoneForm = z.object({
  intent: z.enum(['save', 'browser', 'host']).default('save'),
  zone: z.string().default(''),
  returnTo: z.string().default('/game'),
})

/** The address of the form: what was typed before a session ended, and the page to lead back to. */
export const zoneQuery = z.object({
  zone: z.string().optional().catch(undefined),
  returnTo: z.string().default('/game').catch('/game'),
})
