import type { Visitor } from '#app/auth/permissions.ts'
import { errors } from '#app/game/errors/errors.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { serializeInviteCookie, serializeLeagueCookie } from '#app/http/cookies/league-cookies.server.ts'
import { throwSeasonChanged } from '#app/http/errors/season-errors.server.ts'
import { toIdempotencyKey } from '#app/http/forms/idempotency-key.server.ts'
import {
  invalid,
  orNotFound,
  seeOther,
  seeOtherWithFlash,
  withRetryAfter,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { newSecret } from '#app/server/new-secret.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createLeague, joinLeague } from '#app/services/leagues/leagues.server.ts'
import {
  type LeagueChangeResult,
  leaveLeague,
  removeLeague,
  removeMember,
  renameLeague,
  renewInvite,
  transferLeague,
} from '#app/services/leagues/manage-league.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { getSeasonChangedCard } from '#app/ui/messages/season-changed.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { type LeagueForm, toReturnUrl } from './form.server.ts'

/**
 * Handles a form of My Leagues, then redirects to the league or the list. When the database cannot be written, the form
 * is shown again with its values.
 */
export async function handleLeagueForm(visitor: Visitor, form: LeagueForm) {
  return (await tryWrite(runLeagueIntent(visitor, form))) ?? refuse('LEAGUE_NOT_SAVED', form)
}

async function runLeagueIntent(visitor: Visitor, form: LeagueForm) {
  const actor = { managerId: visitor.managerId, clock }
  switch (form.intent) {
    case 'create': {
      const { leagueName, once: idempotencyToken, season } = form
      const key = toIdempotencyKey(idempotencyToken, actor.managerId, leagueName)
      const created = await createLeague(db, { ...actor, leagueName, newSecret, formKey: key, season })
      if (created.ok)
        return seeOtherWithFlash(
          `/game/leagues?leagueId=${created.value.leagueId}&dialog=share`,
          'league-created',
        )
      return created.problem === 'SEASON_CHANGED' ? throwOtherSeason(form) : refuse(created.problem, form)
    }
    case 'join':
      return joinByInvite(actor, form)
    // The save of the team joins (D11).
    case 'accept': {
      const invite = { leagueId: form.leagueId, secret: form.invite, isAccepted: true }
      return seeOther('/game/team', { 'Set-Cookie': serializeInviteCookie(invite) })
    }
    case 'rename':
      return respondToChange(await renameLeague(db, { ...actor, ...form }), form, 'league-renamed')
    case 'renew':
      return respondToChange(await renewInvite(db, { ...actor, ...form, newSecret }), form, 'link-renewed')
    case 'remove':
      return respondToChange(await removeMember(db, { ...actor, ...form }), form, 'member-removed')
    case 'hand-over':
      return respondToChange(await transferLeague(db, { ...actor, ...form }), form, 'league-handed-over')
    case 'leave':
      return respondToChange(await leaveLeague(db, { ...actor, ...form }), form, 'league-left')
    case 'delete':
      return respondToChange(await removeLeague(db, { ...actor, ...form }), form, 'league-deleted')
  }
}

async function throwOtherSeason(form: Extract<LeagueForm, { intent: 'create' }>): Promise<never> {
  const { year } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  return throwSeasonChanged(
    getSeasonChangedCard({ form: form.season ?? year, active: year }, toReturnUrl(form)),
  )
}

async function joinByInvite(
  actor: { managerId: number; clock: typeof clock },
  form: Extract<LeagueForm, { intent: 'join' }>,
) {
  const key = String(actor.managerId)
  const limit = await rateLimits.wrongInvite.peek(db, key)
  if (!limit.ok) return withRetryAfter(refuse('INVALID_INVITE', form, 429), limit)
  const joined = await joinLeague(db, { ...actor, leagueId: form.leagueId, secret: form.invite })
  // The URL must not keep the invite (spec 4): the cookie selects the league.
  if (joined.ok)
    return seeOtherWithFlash('/game/leagues', 'league-joined', serializeLeagueCookie(form.leagueId))
  if (joined.problem === 'INVALID_INVITE') await rateLimits.wrongInvite.consume(db, key)
  return refuse(joined.problem, form)
}

const leavingIntents: readonly string[] = ['leave', 'delete']

function respondToChange(
  change: LeagueChangeResult,
  form: Exclude<LeagueForm, { intent: 'create' | 'join' | 'accept' }>,
  flash: string,
) {
  if (!change.ok) return refuse(change.problem, form)
  if (leavingIntents.includes(form.intent)) return seeOtherWithFlash('/game/leagues', flash)
  const page = form.page > 1 ? `&page=${form.page}` : ''
  return seeOtherWithFlash(`/game/leagues?leagueId=${form.leagueId}${page}`, flash)
}

/** Renders the page again with the problem and the typed name, without NUL characters. */
export function refuse(problem: LeagueProblem, form: LeagueForm, status: number = errors[problem].status) {
  const leagueName = 'leagueName' in form ? form.leagueName.replaceAll('\0', '') : ''
  return invalid(
    { errors: [getLeagueErrorMessage(problem, form.intent)], intent: form.intent, leagueName },
    status,
  )
}
