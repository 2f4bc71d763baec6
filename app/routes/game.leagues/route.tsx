import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import { findNextRound } from '#app/game/season/round.ts'
import {
  clearInviteCookie,
  type PendingInvite,
  readLastLeagueId,
  serializeInviteCookie,
  serializeLeagueCookie,
} from '#app/http/cookies/league-cookies.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound, seeOther, throwErrorResponse, withRetryAfter } from '#app/http/responses.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { callServer, isFetchError, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { handleLeagueForm, refuse } from './actions.server.ts'
import { LeaguesBoundary } from './boundary.tsx'
import { leagueForm, leaguesQuery, toReturnUrl } from './form.server.ts'
import { findLimitedInvitedLeague, loadInvite, toLastDeadline } from './invite.server.ts'
import { InvitePage } from './invite-page.tsx'
import { loadLeagues } from './load.server.ts'
import { LeaguesPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args
  const visitor = await findVisitor(request)

  const query = readQuery(request, leaguesQuery)
  if (!query.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const { leagueId, invite: secret } = query.value
  if (leagueId !== undefined && secret !== undefined)
    return loadInviteView(args, visitor, { leagueId, secret })
  const { managerId } = await requireManager(request)
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const now = await clock(db)
  const team = requireTeam(await findTeamOfManager(db, { gameId: contest.id, managerId }), contest, now)

  const view = await loadLeagues(db, {
    contest,
    results,
    team,
    managerId,
    query: query.value,
    remembered: readLastLeagueId(request),
    origin: config.origin,
    now,
    print: createInstantFormatter(request, contest.timeZone),
  })
  return data(view, { headers: view.league ? { 'Set-Cookie': serializeLeagueCookie(view.league.id) } : {} })
}

/** An invite's page. A visitor without a session sees the league on the sign-in card (D11). */
async function loadInviteView(
  { request, context }: LoaderFunctionArgs,
  visitor: Visitor | null,
  invite: PendingInvite,
) {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const league = await findLimitedInvitedLeague(db, context, visitor, invite)
  const print = createInstantFormatter(request, contest.timeZone)
  const now = await clock(db)
  const isOver = league !== undefined && findNextRound(contest.rounds, now) === undefined
  if (!visitor && !isOver) {
    const hint = league && {
      leagueName: league.leagueName,
      memberCount: league.memberCount,
      until: toLastDeadline(contest, print),
    }
    throw data({ errorType: 'UNAUTHENTICATED', invite: hint ?? null }, { status: 401 })
  }
  const team = visitor
    ? await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
    : undefined
  const view = await loadInvite(db, { contest, team, invite, league, now, print })
  const cookie = view.invite.state === 'no-team' ? serializeInviteCookie(invite) : clearInviteCookie()
  const status = view.invite.state === 'invalid' ? 403 : 200
  return data(view, { status, headers: { 'Set-Cookie': cookie } })
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, leagueForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST', 400)
  if (!visitor) return seeOther(toReturnUrl(form.value))
  const limit = rateLimits.write.consume(String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse('TOO_MANY_REQUESTS', form.value), limit)

  return handleLeagueForm(visitor, form.value)
}

/** With script: a failed load becomes a toast, and the shown page stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return callServer(() => serverLoader<typeof loader>())
}

/** With script: a failed submit becomes a toast, and the dialog stays open with its values (D17). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = String((await request.clone().formData()).get('intent'))
  const result = await callServer(() => serverAction<typeof action>())
  return isFetchError(result) ? { ...result, intent } : result
}

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !isFetchError(actionResult) && defaultShouldRevalidate
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('My Leagues')

export default function LeaguesRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  return view.kind === 'invite' ? (
    <InvitePage view={view} actionData={actionData} />
  ) : (
    <LeaguesPage view={view} fetchError={fetchError} actionData={actionData} />
  )
}

export { LeaguesBoundary as ErrorBoundary }
