import { z } from 'zod'
import { LEAGUE_NAME_LIMIT } from '#app/game/league.ts'
import { limitId } from '#app/game/limit-id.ts'
import { typedLimit } from '#app/game/text/name.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'
import { idempotencyField } from '#app/http/forms/idempotency-key.server.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'
import { invitePath } from '#app/http/invite-link.server.ts'

const id = wholeNumber(1, 999_999_999_999).transform(limitId)
const leagueName = typedText(typedLimit(LEAGUE_NAME_LIMIT)).default('')
const secret = boundedText(100)
/** The page of the league's table that the form was sent from, and that the redirect shows. */
const page = wholeNumber(1, 99_999_999).catch(1)
/** The league of a member's or owner's form. */
const leagueFields = { leagueId: id, page }

/** The forms of My Leagues: one shape per intent. */
export const leagueForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), leagueName, once: idempotencyField, season: seasonField }),
  z.object({ intent: z.literal('join'), leagueId: id, invite: secret }),
  z.object({ intent: z.literal('accept'), leagueId: id, invite: secret.regex(/^[\w-]+$/) }),
  z.object({ intent: z.literal('rename'), ...leagueFields, leagueName }),
  z.object({ intent: z.literal('renew'), ...leagueFields }),
  z.object({ intent: z.literal('leave'), ...leagueFields }),
  z.object({ intent: z.literal('delete'), ...leagueFields }),
  z.object({ intent: z.literal('remove'), ...leagueFields, teamId: id }),
  z.object({ intent: z.literal('hand-over'), ...leagueFields, teamId: id }),
])

export type LeagueForm = z.output<typeof leagueForm>

/** The page's query. Invalid values are ignored. */
export const leaguesQuery = z.object({
  leagueId: id.optional().catch(undefined),
  page,
  dialog: z
    .enum(['create', 'share', 'rename', 'renew', 'leave', 'delete', 'remove', 'hand-over', 'log'])
    .nullable()
    .default(null)
    .catch(null),
  teamId: id.optional().catch(undefined),
  /** A name that was typed before the session ended. */
  leagueName: boundedText(300).catch('').default(''),
})

export type LeaguesQuery = z.output<typeof leaguesQuery>
export type LeagueDialog = NonNullable<LeaguesQuery['dialog']>

/** The URL that opens the same dialog again, after the session ended or for a form of another season. */
export function toReturnUrl(form: LeagueForm): string {
  if (form.intent === 'join' || form.intent === 'accept')
    return invitePath({ leagueId: form.leagueId, secret: form.invite })
  const query = new URLSearchParams({ dialog: form.intent })
  if ('leagueId' in form) query.set('leagueId', String(form.leagueId))
  if ('teamId' in form) query.set('teamId', String(form.teamId))
  if ('leagueName' in form) query.set('leagueName', [...form.leagueName].slice(0, 150).join(''))
  return `/game/leagues?${query}`
}
