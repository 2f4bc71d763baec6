import { z } from 'zod'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const zone = typedText(ZONE_LIMIT)
const returnTo = boundedText(REDIRECT_TARGET_LIMIT).default('/game')

/** What the form for the time zone sends. */
export const zoneForm = z.object({
  intent: z.enum(['save', 'browser', 'host']).default('save'),
  zone: zone.default(''),
  returnTo,
})

/** The address of the form: what was typed before a session ended, and the page to lead back to. */
export const zoneQuery = z.object({
  zone: zone.optional().catch(undefined),
  returnTo: returnTo.catch('/game'),
})
