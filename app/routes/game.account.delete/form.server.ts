import { z } from 'zod'
import { CONFIRMATION_LIMIT } from '#app/game/account.ts'
import { typedText } from '#app/http/fields.server.ts'
import { idempotencyField } from '#app/http/once.server.ts'

export const deletionForm = z.object({
  confirm: typedText(CONFIRMATION_LIMIT).default(''),
  once: idempotencyField,
})
