import { z } from 'zod'
import { onceField } from '#app/http/once.server.ts'
import { wholeNumber } from '#app/http/query.server.ts'

const id = wholeNumber(1, 999_999_999_999)
const text = z.string().default('')
/** A page of the league's table: there the press was made, and there it ends. */
const page = wholeNumber(1, 99_999_999).catch(1)
/** The league that a member's or owner's press is about. */
const kept = { leagueId: id, page }

/** What a press on My Leagues asks for: one shape per intent. */
export const leagueForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), leagueName: text, once: onceField }),
  z.object({ intent: z.literal('join'), leagueId: id, invite: z.string().max(100) }),
  z.object({ intent: z.literal('rename'), ...kept, leagueName: text }),
  z.object({ intent: z.literal('renew'), ...kept }),
  z.object({ intent: z.literal('leave'), ...kept }),
  z.object({ intent: z.literal('delete'), ...kept }),
  z.object({ intent: z.literal('remove'), ...kept, teamId: id }),
  z.object({ intent: z.literal('hand-over'), ...kept, teamId: id }),
])

export type LeagueForm = z.output<typeof leagueForm>

/** The page's query. What makes no sense is left out: the first league is shown then. */
export const leaguesQuery = z.object({
  leagueId: id.optional().catch(undefined),
  page,
  dialog: z
    .enum(['create', 'share', 'rename', 'renew', 'leave', 'delete', 'remove', 'hand-over', 'log'])
    .nullable()
    .default(null)
    .catch(null),
  teamId: id.optional().catch(undefined),
  invite: z.string().max(100).optional().catch(''),
  /** A name that was typed before the session ended. */
  leagueName: z.string().max(300).catch('').default(''),
})

export type LeaguesQuery = z.output<typeof leaguesQuery>
