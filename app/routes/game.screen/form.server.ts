import { z } from 'zod'
import { limitId } from '#app/game/limit-id.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'

const leagueId = wholeNumber(1, 999_999_999_999).transform(limitId)

/** The page's query: the league whose screen it is about. */
export const screenSettingsQuery = z.object({ leagueId })

/** The form of a league's screen, and what each button does. */
export const screenForm = z.object({
  leagueId,
  intent: z.enum(['make', 'remove', 'show-invite', 'hide-invite']),
})

export type ScreenForm = z.output<typeof screenForm>
