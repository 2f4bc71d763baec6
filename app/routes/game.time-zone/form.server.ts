import { z } from 'zod'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const zone = typedText(ZONE_LIMIT)
const returnTo = boundedText(REDIRECT_TARGET_LIMIT).default('/game')

/** The time zone form. */
export const zoneForm = z.object({
  intent: z.enum(['save', 'browser', 'host']).default('save'),
  zone: zone.default(''),
  returnTo,
})

/** The page's query: the value typed before a session ended, and the page to return to. */
export const zoneQuery = z.object({
  zone: zone.optional().catch(undefined),
  returnTo: returnTo.catch('/game'),
})
