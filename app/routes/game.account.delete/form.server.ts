import { z } from 'zod'
import { onceField } from '#app/http/once.server.ts'

export const deletionForm = z.object({ confirm: z.string().default(''), once: onceField })
