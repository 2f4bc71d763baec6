import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import { findNextRound } from '#app/game/round.ts'
import { go, orNotFound, problem, sayWhen } from '#app/http/answers.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import {
  forgetInvite,
  keepInvite,
  type PendingInvite,
  readLeague,
  rememberLeague,
} from '#app/http/league-cookies.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { readQuery } from '#app/http/query.server.ts'
import { orNoTeam } from '#app/http/season.server.ts'
import { instantPrinter } from '#app/http/zone.server.ts'
import { findActiveSeason } from '#app/scoreboards.server.ts'
import { gameMeta } from '#app/ui/document-title.ts'
import { askServer, useKept, wasLost } from '#app/ui/lost-answer.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import { LeaguesBoundary } from './boundary.tsx'
import { keepLeague, refuse } from './deeds.server.ts'
import { backTo, leagueForm, leaguesQuery } from './form.server.ts'
import { loadInvite, openInvite, playedUntil } from './invite.server.ts'
import { InvitePage } from './invite-page.tsx'
import { loadLeagues } from './load.server.ts'
import { LeaguesPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await findVisitor(request)

  const query = readQuery(request, leaguesQuery)
  if (!query.ok) return problem('BAD_REQUEST', 400)
  const { leagueId, invite: secret } = query.value
  if (leagueId !== undefined && secret !== undefined)
    return showInvite(request, visitor, { leagueId, secret })
  const { managerId } = await requireManager(request)
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const now = await clock(db)
  const team = orNoTeam(await findTeamOfManager(db, { gameId: contest.id, managerId }), contest, now)

  const view = await loadLeagues(db, {
    contest,
    results,
    team,
    managerId,
    query: query.value,
    remembered: readLeague(request),
    origin: config.origin,
    now,
    print: instantPrinter(request, contest.timeZone),
  })
  return data(view, { headers: view.league ? { 'Set-Cookie': rememberLeague(view.league.id) } : {} })
}

/** An invite's page. A stranger is told which league it is on the sign-in card (D11). */
async function showInvite(request: Request, visitor: Visitor | null, invite: PendingInvite) {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const opened = await openInvite(db, request, visitor, invite)
  const print = instantPrinter(request, contest.timeZone)
  const now = await clock(db)
  const isOver = opened !== undefined && findNextRound(contest.rounds, now) === undefined
  if (!visitor && !isOver) {
    const hint = opened && {
      leagueName: opened.leagueName,
      memberCount: opened.memberCount,
      until: playedUntil(contest, print),
    }
    throw data({ errorType: 'UNAUTHENTICATED', invite: hint ?? null }, { status: 401 })
  }
  const team = visitor
    ? await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
    : undefined
  const view = await loadInvite(db, { contest, team, invite, league: opened, now, print })
  const cookie = view.invite.state === 'no-team' ? keepInvite(invite) : forgetInvite()
  const status = view.invite.state === 'invalid' ? 403 : 200
  return data(view, { status, headers: { 'Set-Cookie': cookie } })
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, leagueForm)
  if (!form.ok) return problem('BAD_REQUEST', 400)
  if (!visitor) return go(backTo(form.value))
  const taken = limits.write.consume(String(visitor.managerId))
  if (!taken.ok) return sayWhen(refuse('TOO_MANY_REQUESTS', form.value), taken)

  return keepLeague(visitor, form.value)
}

/** With script: a page that gets lost on the way becomes a toast, and what is shown stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return askServer(() => serverLoader<typeof loader>())
}

/** With script: a press that reaches nobody becomes a toast, and its dialog stays with what was typed (D17). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = String((await request.clone().formData()).get('intent'))
  const answer = await askServer(() => serverAction<typeof action>())
  return wasLost(answer) ? { ...answer, intent } : answer
}

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !wasLost(actionResult) && defaultShouldRevalidate
}

export const headers = keepHeaders

export const links = gameLinks

export const meta = gameMeta('My Leagues')

export default function LeaguesRoute() {
  const { view, lost } = useKept(useLoaderData<typeof clientLoader>())
  const answer = useActionData<typeof clientAction>()
  return view.kind === 'invite' ? (
    <InvitePage view={view} answer={answer} />
  ) : (
    <LeaguesPage view={view} lost={lost} answer={answer} />
  )
}

export { LeaguesBoundary as ErrorBoundary }
