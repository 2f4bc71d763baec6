import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import {
  applyLineupStep,
  type LineupDraft,
  lineupDraftFromQuery,
  lineupDraftToQuery,
  ORDER_LIMIT,
  parseLineupStep,
} from '#app/game/lineup/lineup-draft.ts'
import type { Problem } from '#app/game/problems.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { toReceiptView } from '#app/game/team/receipt.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { getProblemStatus } from '#app/http/errors/problem-status.server.ts'
import { requireTeam, throwSeasonChanged } from '#app/http/errors/season-errors.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  invalid,
  orNotFound,
  seeOther,
  seeOtherWithFlash,
  throwErrorResponse,
  withRetryAfter,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { callServer, isFetchError, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { getSeasonChangedCard } from '#app/ui/messages/season-changed.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { listReceiptsInForce } from '#db/teams/receipts.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { lineupForm, readIntent } from './form.server.ts'
import { loadRounds } from './load.server.ts'
import { LineupPage } from './page.tsx'
import { sampleLineupView } from './sample.ts'
import type { LineupRound, LineupView, RefusedLineup } from './view.ts'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireManager(request)

  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const teamKey = { gameId: contest.id, managerId: visitor.managerId }
  const now = await clock(db)
  const team = requireTeam(await findTeamOfManager(db, teamKey), contest, now)
  const print = createInstantFormatter(request, contest.timeZone)
  const rounds = await loadRounds(db, { contest, results, team, now, print })
  const receipts = await listReceiptsInForce(db, team.id)
  const query = readSearchParams(request)
  const next = orNotFound(findNextOpen(rounds), 'NEXT_ROUND_MISSING')

  const round = query.has('round')
    ? rounds.find((each) => String(each.roundNumber) === query.get('round'))
    : next
  if (!round) return throwErrorResponse('ROUND_MISSING', 404)
  // A redirect would discard the action's message about a save at the deadline (spec 8).
  const draft = round.isOpen ? readDraft(query, round) : readDraft(new URLSearchParams(), next)

  const view: LineupView = {
    draft,
    season: contest.year,
    closedTitle: round.isOpen ? null : round.title,
    rounds,
    next: toNextDeadlineView({ rounds: contest.rounds, now, print, endsPage: next === rounds.at(-1) }),
    receipts: receipts.map((receipt) => toReceiptView(receipt, { contest, now, print })),
    entries: pickEntriesById(contest.entries, team.entryIds),
    percentages: contest.lineupPercentages,
    hasDialog: draft.details !== null || isOpenRound(rounds, draft.switchTo),
  }
  return view
}

function readDraft(query: URLSearchParams, round: LineupRound): LineupDraft {
  return lineupDraftFromQuery(query, round.roundNumber, round.stored)
}

function isOpenRound(rounds: readonly LineupRound[], roundNumber: number | null): boolean {
  return rounds.some((round) => round.roundNumber === roundNumber && round.isOpen)
}

function findNextOpen(rounds: readonly LineupRound[]): LineupRound | undefined {
  return rounds.find((round) => round.isNext)
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, lineupForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const { season, ...fields } = form.value
  const roundNumber = Number(/^\d{1,3}$/.exec(fields.round)?.[0] ?? 0)
  const codes = fields.order.split('.')
  // Without a visitor there is no team to check against: only well-formed codes go into the URL.
  if (!visitor)
    return seeOther(toDraftUrl(toDraft(fields, roundNumber, codes.filter(isCode).slice(0, 6)), []))
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  if (fields.intent === 'save' && isFromOtherSeason(season, contest))
    return throwSeasonChanged(getSeasonChangedCard({ form: season, active: contest.year }, '/game/lineup'))
  const teamKey = { gameId: contest.id, managerId: visitor.managerId }
  const now = await clock(db)
  const team = requireTeam(await findTeamOfManager(db, teamKey), contest, now)
  const print = createInstantFormatter(request, contest.timeZone)
  const rounds = await loadRounds(db, { contest, results, team, now, print })
  const stored = rounds.find((round) => round.roundNumber === roundNumber)?.stored
  if (!stored) return throwErrorResponse('ROUND_MISSING', 404)
  const draft = toDraft(fields, roundNumber, stored)
  if (fields.order.length > ORDER_LIMIT) return refuse(draft, 'LINEUP_MISMATCH')
  if (fields.intent !== 'save') return respondToStep(draft, rounds, stored, readIntent(fields))

  const limit = rateLimits.save.consume(String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse(draft, 'TOO_MANY_REQUESTS'), limit)
  const input = { roundNumber, codes, alsoLater: draft.alsoLater }
  const saved = await tryWrite(saveLineup(db, { managerId: visitor.managerId, input, clock, season }))

  if (saved === null) return refuse(draft, 'LINEUP_NOT_SAVED')
  if (!saved.ok) return refuse(draft, saved.problem)
  const params = { rounds: saved.value.map((round) => round.title).join(', ') }
  return seeOtherWithFlash(`/game/lineup?round=${roundNumber}`, { code: 'lineup-saved', params })
}

function isCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text)
}

function toDraft(
  fields: Record<string, string>,
  roundNumber: number,
  stored: readonly string[],
): LineupDraft {
  return lineupDraftFromQuery(new URLSearchParams(fields), roundNumber, stored)
}

function respondToStep(
  draft: LineupDraft,
  rounds: readonly LineupRound[],
  stored: readonly string[],
  intent: string,
) {
  const step = parseLineupStep(intent)
  if (!step) return throwErrorResponse('BAD_REQUEST', 400)
  const next = applyLineupStep(draft, step, stored)
  const round = rounds.find((each) => each.roundNumber === (next.switchTo ?? next.roundNumber))
  if (!round) return throwErrorResponse('ROUND_MISSING', 404)
  if (!round.isOpen) return refuse(draft, 'ROUND_PAST_DEADLINE')
  return seeOther(toDraftUrl(next, next.roundNumber === draft.roundNumber ? stored : []))
}

function refuse(draft: LineupDraft, problem: Problem) {
  const refused: RefusedLineup = { draft, problem }
  return invalid(refused, getProblemStatus(problem))
}

function toDraftUrl(draft: LineupDraft, stored: readonly string[]): string {
  return `/game/lineup?${lineupDraftToQuery(draft, stored)}`
}

/** With script: a failed load becomes a toast, and the shown page stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return callServer(() => serverLoader<typeof loader>())
}

/** With script: a missing or broken response becomes a toast, and the draft stays (D17). */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return callServer(() => serverAction<typeof action>())
}

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !isFetchError(actionResult) && defaultShouldRevalidate
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Line-up Management')

export default function LineupRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  return <LineupPage view={view} fetchError={fetchError} actionData={actionData} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <LineupPage view={sampleLineupView} />
    </GameBoundary>
  )
}
