import { randomBytes } from 'node:crypto'
import type { Visitor } from '#app/auth/permissions.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { askAgain, goWithNote, orNotFound, sayWhen } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { rememberLeague } from '#app/http/league-cookies.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { formKey } from '#app/http/once.server.ts'
import { endWithOtherSeason } from '#app/http/season.server.ts'
import {
  handOverLeague,
  type Kept,
  leaveLeague,
  removeLeague,
  removeMember,
  renameLeague,
  renewInvite,
} from '#app/services/league-keeping.server.ts'
import { createLeague, joinLeague } from '#app/services/leagues.server.ts'
import { otherSeasonCard } from '#app/ui/other-season.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { backTo, type LeagueForm } from './form.server.ts'
import type { RefusedLeague } from './view.ts'

/** At least 128 random bits (D11). */
const newSecret = () => randomBytes(16).toString('base64url')

const statuses: Partial<Record<LeagueProblem, number>> = {
  ACTIVE_GAME_MISSING: 404,
  TEAM_MISSING: 404,
  LEAGUE_MISSING: 404,
  INVALID_INVITE: 403,
  REMOVED_FROM_LEAGUE: 403,
  NOT_LEAGUE_OWNER: 403,
  SEASON_CHANGED: 409,
  USER_MAX_LEAGUES_EXCEEDED: 409,
  MEMBER_MISSING: 409,
  MEMBER_IS_SELF: 409,
  TOO_MANY_REQUESTS: 429,
  LEAGUE_NOT_SAVED: 503,
}

/**
 * Does what a form of My Leagues asks for, then shows the league's page again, or the list. What the database cannot
 * write just now is refused with everything kept.
 */
export async function keepLeague(visitor: Visitor, form: LeagueForm) {
  return (await attempt(doDeed(visitor, form))) ?? refuse('LEAGUE_NOT_SAVED', form)
}

/** One deed per intent. */
async function doDeed(visitor: Visitor, form: LeagueForm) {
  const who = { managerId: visitor.managerId, clock }
  switch (form.intent) {
    case 'create': {
      const { leagueName, once, season } = form
      const key = formKey(once, who.managerId, leagueName)
      const created = await createLeague(db, { ...who, leagueName, newSecret, formKey: key, season })
      if (created.ok) return goWithNote(`/game/leagues?leagueId=${created.value.leagueId}`, 'league-created')
      return created.problem === 'SEASON_CHANGED' ? endOfOtherSeason(form) : refuse(created.problem, form)
    }
    case 'join':
      return join(who, form)
    case 'rename':
      return answer(await renameLeague(db, { ...who, ...form }), form, 'league-renamed')
    case 'renew':
      return answer(await renewInvite(db, { ...who, ...form, newSecret }), form, 'link-renewed')
    case 'remove':
      return answer(await removeMember(db, { ...who, ...form }), form, 'member-removed')
    case 'hand-over':
      return answer(await handOverLeague(db, { ...who, ...form }), form, 'league-handed-over')
    case 'leave':
      return answer(await leaveLeague(db, { ...who, ...form }), form, 'league-left')
    case 'delete':
      return answer(await removeLeague(db, { ...who, ...form }), form, 'league-deleted')
  }
}

async function endOfOtherSeason(form: Extract<LeagueForm, { intent: 'create' }>): Promise<never> {
  const { year } = orNotFound(await findActiveGame(db), 'ACTIVE_GAME_MISSING')
  return endWithOtherSeason(otherSeasonCard({ form: form.season ?? year, active: year }, backTo(form)))
}

async function join(
  who: { managerId: number; clock: typeof clock },
  form: Extract<LeagueForm, { intent: 'join' }>,
) {
  const key = String(who.managerId)
  const tries = limits.wrongInvite.peek(key)
  if (!tries.ok) return sayWhen(refuse('INVALID_INVITE', form, 429), tries)
  const joined = await joinLeague(db, { ...who, leagueId: form.leagueId, secret: form.invite })
  // The invite leaves the address (spec 4); the league is shown because it is the one remembered.
  if (joined.ok) return goWithNote('/game/leagues', 'league-joined', rememberLeague(form.leagueId))
  if (joined.problem === 'INVALID_INVITE') limits.wrongInvite.consume(key)
  return refuse(joined.problem, form)
}

const gone: readonly string[] = ['leave', 'delete']

function answer(kept: Kept, form: Exclude<LeagueForm, { intent: 'create' | 'join' }>, note: string) {
  if (!kept.ok) return refuse(kept.problem, form)
  if (gone.includes(form.intent)) return goWithNote('/game/leagues', note)
  const page = form.page > 1 ? `&page=${form.page}` : ''
  return goWithNote(`/game/leagues?leagueId=${form.leagueId}${page}`, note)
}

/** Shows the page again with what was typed, but for what no page can hold, and why it was refused. */
export function refuse(problem: LeagueProblem, form: LeagueForm, status = statuses[problem] ?? 422) {
  const leagueName = 'leagueName' in form ? form.leagueName.replaceAll('\0', '') : ''
  const refused: RefusedLeague = { problem, intent: form.intent, leagueName }
  return askAgain(refused, status)
}
