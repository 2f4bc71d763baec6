import type { Visitor } from '#app/auth/permissions.ts'
import { errors } from '#app/game/errors/errors.ts'
import type { LeagueProblem } from '#app/game/league.ts'
import { invalid, seeOtherWithFlash } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { newSecret } from '#app/server/new-secret.server.ts'
import { changeScreen, makeScreen, removeScreen } from '#app/services/leagues/league-screen.server.ts'
import type { LeagueChangeResult } from '#app/services/leagues/manage-league.server.ts'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import type { ScreenForm } from './form.server.ts'

const flashCodes = {
  make: 'screen-made',
  remove: 'screen-removed',
  'show-invite': 'screen-invite-shown',
  'hide-invite': 'screen-invite-hidden',
} as const satisfies Record<ScreenForm['intent'], string>

/** Changes the screen of a league, then shows its page again; a refused change is told there. */
export async function handleScreenForm(visitor: Visitor, form: ScreenForm) {
  const changed = await tryWrite(runScreenIntent(visitor, form))
  if (!changed) return refuse('LEAGUE_NOT_SAVED')
  return changed.ok ? seeOtherWithFlash(toPath(form), flashCodes[form.intent]) : refuse(changed.problem)
}

function runScreenIntent(
  { managerId }: Visitor,
  { intent, leagueId }: ScreenForm,
): Promise<LeagueChangeResult> {
  const actor = { managerId, leagueId, clock }
  if (intent === 'make') return makeScreen(db, { ...actor, newSecret })
  if (intent === 'remove') return removeScreen(db, actor)
  return changeScreen(db, { ...actor, showsInvite: intent === 'show-invite' })
}

/** The page again with the problem. */
export function refuse(problem: LeagueProblem) {
  return invalid({ errors: [getLeagueErrorMessage(problem, 'screen')] }, errors[problem].status)
}

/** The page of a league's screen. */
export function toPath({ leagueId }: Pick<ScreenForm, 'leagueId'>): string {
  return `/game/screen?leagueId=${leagueId}`
}
