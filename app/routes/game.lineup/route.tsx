import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { errors } from '#app/game/errors/errors.ts'
import {
  applyLineupStep,
  hasUnsavedLineup,
  type LineupDraft,
  lineupDraftToQuery,
  ORDER_LIMIT,
  parseLineupStep,
  toDraftUrl,
} from '#app/game/lineup/lineup-draft.ts'
import type { Problem } from '#app/game/problems.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { toClosedTeamView } from '#app/game/team/closed-team.ts'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { readLeftDraft, storeDraft } from '#app/http/cookies/draft-cookies.server.ts'
import { requireTeam, throwSeasonChanged } from '#app/http/errors/season-errors.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  invalid,
  seeOther,
  seeOtherWithFlash,
  throwErrorResponse,
  withRetryAfter,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import {
  createClientAction,
  createClientLoader,
  revalidateUnlessFailed,
  useLastGoodData,
} from '#app/ui/feedback/fetch-error.ts'
import { ClosedTeam } from '#app/ui/game/closed-team.tsx'
import { getSeasonChangedCard } from '#app/ui/messages/season-changed.ts'
import { getErrorMessage } from '#app/ui/messages/team-messages.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { type LineupForm, lineupForm, readDraft, toSignedOutUrl } from './form.server.ts'
import { findRound, loadLineup, loadRounds } from './load.server.ts'
import { LineupPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = readSearchParams(request)
  const game = requireTeam(await loadGame(request, visitor))

  if (!findNextRound(game.contest.rounds, game.now)) return toClosedTeamView(game)
  const { managerId } = visitor
  const left = readLeftDraft(request, cookies.lineupDraft, { managerId, gameId: game.contest.id })
  return loadLineup(db, game, { managerId, query, left })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, lineupForm)
  if (!visitor) return seeOther(toSignedOutUrl(form))

  return form.intent === 'save' ? save(request, visitor, form) : applyStep(request, visitor, form)
}

const endedDraft = clearCookie(cookies.lineupDraft)

async function save(request: Request, visitor: Visitor, form: LineupForm) {
  const { managerId } = visitor
  const { roundNumber, codes, season, draft } = form
  const limit = await rateLimits.save.consume(db, String(managerId))

  const input = { roundNumber, codes, alsoLater: draft.later === '1' }
  const bases = draft.base === '' ? undefined : draft.base.split(' ')
  const saved = limit.ok
    ? await tryWrite(saveLineup(db, { managerId, input, clock, season, bases }))
    : ({ ok: false, problem: 'TOO_MANY_REQUESTS' } as const)

  if (saved?.ok) {
    const params = { rounds: saved.value.map((round) => round.title).join(', ') }
    return seeOtherWithFlash(
      `/game/lineup?round=${roundNumber}`,
      { code: 'lineup-saved', params },
      endedDraft,
    )
  }
  const game = await loadGame(request, visitor)
  if (isFromOtherSeason(season, game.contest))
    throwSeasonChanged(getSeasonChangedCard({ form: season, active: game.contest.year }, '/game/lineup'))
  const { stored } = findRound(await loadRounds(db, requireTeam(game)), roundNumber)
  const refused = refuse(readDraft(form, stored), saved?.problem ?? 'LINEUP_NOT_SAVED')
  return limit.ok ? refused : withRetryAfter(refused, limit)
}

/** Redirects to the draft after a button press. */
async function applyStep(request: Request, visitor: Visitor, form: LineupForm) {
  const game = requireTeam(await loadGame(request, visitor))
  const rounds = await loadRounds(db, game)
  const { stored } = findRound(rounds, form.roundNumber)
  const draft = readDraft(form, stored)
  if (form.draft.order.length > ORDER_LIMIT) return refuse(draft, 'LINEUP_MISMATCH')
  const step = parseLineupStep(form.intent)
  if (!step) return throwErrorResponse('BAD_REQUEST')

  const next = applyLineupStep(draft, step, stored)

  if (!findRound(rounds, next.switchTo ?? next.roundNumber).isOpen)
    return refuse(draft, 'ROUND_PAST_DEADLINE')
  const owner = { managerId: visitor.managerId, gameId: game.contest.id }
  // Without changes of its own, the form says nothing of the draft that another tab has left.
  const unchanged: HeadersInit = hasUnsavedLineup(draft, stored) ? { 'Set-Cookie': endedDraft } : {}
  const kept =
    next.roundNumber === draft.roundNumber && hasUnsavedLineup(next, stored)
      ? storeDraft(cookies.lineupDraft, owner, lineupDraftToQuery(next, stored))
      : unchanged
  return seeOther(toDraftUrl(next, next.roundNumber === draft.roundNumber ? stored : []), kept)
}

function refuse(draft: LineupDraft, problem: Problem) {
  const isOutdated = problem === 'SAVED_MEANWHILE'
  return invalid({ draft, errors: [getErrorMessage(problem)], isOutdated }, errors[problem].status)
}

export const clientLoader = createClientLoader<typeof loader>()

export const clientAction = createClientAction<typeof action>()

export const shouldRevalidate = revalidateUnlessFailed

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Line-up Management')

export default function LineupRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  if ('reason' in view) return <ClosedTeam title="Line-up Management" view={view} />
  return <LineupPage view={view} fetchError={fetchError} actionData={actionData} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Line-up Management',
  cards: ['Your order', 'Upcoming Rounds'],
})
