import { z } from 'zod'
import { CONFIRMATION_LIMIT } from '#app/game/account-deletion.ts'
import { typedText } from '#app/http/forms/fields.server.ts'
import { idempotencyField } from '#app/http/forms/idempotency-key.server.ts'

export const deletionForm = z.object({
  confirm: typedText(CONFIRMATION_LIMIT).default(''),
  once: idempotencyField,
})
