import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useRouteError,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import {
  readLastLeagueId,
  serializeInviteCookie,
  serializeLeagueCookie,
} from '#app/http/cookies/league-cookies.server.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { type Invite, readInviteQuery } from '#app/http/invite-link.server.ts'
import { seeOther, throwErrorCard, withRetryAfter } from '#app/http/responses.server.ts'
import { findBySecret } from '#app/server/find-by-secret.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { findInvitedLeague } from '#app/services/leagues/leagues.server.ts'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import {
  callAction,
  createClientLoader,
  isFetchError,
  revalidateUnlessFailed,
  useLastGoodData,
} from '#app/ui/feedback/fetch-error.ts'
import { describeInvite, type InviteHint, invalidInvite } from '#app/ui/messages/invites.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { handleLeagueForm, refuse } from './actions.server.ts'
import { leagueForm, leaguesQuery, toReturnUrl } from './form.server.ts'
import { loadInvite } from './invite.server.ts'
import { InvitePage } from './invite-page.tsx'
import { loadLeagues } from './load.server.ts'
import { LeaguesPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const query = requireQuery(request, leaguesQuery)
  const invite = readInviteQuery(new URL(request.url).search)
  if (invite) return loadInviteView(request, context, visitor, invite)
  const game = requireTeam(await loadGame(request, await requireManager({ request, context })))

  const view = await loadLeagues(db, { ...game, query }, readLastLeagueId(request))
  return data(view, { headers: view.league ? { 'Set-Cookie': serializeLeagueCookie(view.league.id) } : {} })
}

/** An invite's page. A visitor without a session sees the league on the sign-in card (D11). */
async function loadInviteView(
  request: Request,
  context: AppLoadContext,
  visitor: Visitor | null,
  invite: Invite,
) {
  const game = await loadGame(request, visitor)
  const league = await findBySecret({ db, context, visitor, find: () => findInvitedLeague(db, invite) })
  const isOver = league !== undefined && findNextRound(game.contest.rounds, game.now) === undefined
  if (!visitor && !isOver) {
    const hint = league && { leagueName: league.leagueName, memberCount: league.memberCount }
    return throwErrorCard('UNAUTHENTICATED', { invite: hint ?? null })
  }
  const view = await loadInvite(db, game, { invite, league })
  const isKept = view.invite.state === 'no-team'
  const cookie = isKept
    ? serializeInviteCookie({ ...invite, isAccepted: false })
    : clearCookie(cookies.invite)
  const status = view.invite.state === 'invalid' ? 403 : 200
  return data(view, { status, headers: { 'Set-Cookie': cookie } })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, leagueForm)
  if (!visitor) return seeOther(toReturnUrl(form))
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse('TOO_MANY_REQUESTS', form), limit)

  return handleLeagueForm(visitor, form)
}

export const clientLoader = createClientLoader<typeof loader>()

/** With script: a failed submit becomes a toast, and the dialog stays open with its values (D17). */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = String((await request.clone().formData()).get('intent'))
  const result = await callAction(() => serverAction<typeof action>())
  return isFetchError(result) ? { ...result, intent } : result
}

export const shouldRevalidate = revalidateUnlessFailed

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

/** The sign-in card shows the league of a valid invite and its member count, and tells a link that does not work (D11). */
export function ErrorBoundary() {
  const error = useRouteError()
  const hint: InviteHint | null | undefined = isRouteErrorResponse(error) ? error.data?.invite : undefined
  const extra = hint ? (
    <p className="wrap-anywhere">
      <b className="block text-lg">
        You are invited to <bdi translate="no">{hint.leagueName}</bdi>
      </b>
      <Sentence>{describeInvite(hint)}</Sentence>
    </p>
  ) : (
    hint === null && <p>{invalidInvite}</p>
  )
  return <GameBoundary extra={extra} outline={outline} />
}

const outline = {
  title: 'My Leagues',
  lead: 'Play against people you know.',
  cards: [null, 'Rounds'],
} as const
