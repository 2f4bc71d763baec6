import { z } from 'zod'
import { MAIL_ADDRESS_TYPED_LIMIT } from '#app/game/notification/mail-address.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const tick = z.literal('on').optional()

/** The forms of the page. A browser does not send an unticked box. */
export const notificationsForm = z.object({
  intent: z.enum(['ask', 'again', 'forget', 'choices', 'remove', 'dismiss']).default('ask'),
  address: typedText(MAIL_ADDRESS_TYPED_LIMIT).default(''),
  season: tick,
  reminder: tick,
  results: tick,
  cause: boundedText(100).default(''),
  returnTo: boundedText(REDIRECT_TARGET_LIMIT).default(''),
})

export type NotificationsForm = z.output<typeof notificationsForm>

/** The page's query: whether to show the address field, and the values typed before a session ended. */
export const notificationsQuery = z.object({
  change: z.literal('1').optional().catch(undefined),
  address: typedText(MAIL_ADDRESS_TYPED_LIMIT).optional().catch(undefined),
  choices: boundedText(100).optional().catch(undefined),
})

export type NotificationsQuery = z.output<typeof notificationsQuery>
