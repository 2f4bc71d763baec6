import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { nextClosing } from '#app/game/closing.ts'
import { isOfOtherSeason } from '#app/game/form-season.ts'
import {
  type LineupDraft,
  lineupDraftFromQuery,
  lineupDraftToQuery,
  ORDER_LIMIT,
  readLineupStep,
  stepLineup,
} from '#app/game/lineup-draft.ts'
import type { Problem } from '#app/game/problems.ts'
import { showReceipt } from '#app/game/receipt.ts'
import { entriesOf } from '#app/game/team.ts'
import { askAgain, go, goWithNote, orNotFound, problem, sayWhen } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { queryOf } from '#app/http/query.server.ts'
import { endWithOtherSeason, orNoTeam } from '#app/http/season.server.ts'
import { statusOf } from '#app/http/status.server.ts'
import { instantPrinter } from '#app/http/zone.server.ts'
import { findActiveSeason } from '#app/scoreboards.server.ts'
import { saveLineup } from '#app/services/lineups.server.ts'
import { gameMeta } from '#app/ui/document-title.ts'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { askServer, useKept, wasLost } from '#app/ui/lost-answer.ts'
import { otherSeasonCard } from '#app/ui/other-season.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { listReceiptsInForce } from '#db/receipts.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import { intentOf, lineupForm } from './form.server.ts'
import { loadRounds } from './load.server.ts'
import { LineupPage } from './page.tsx'
import { sampleLineupView } from './sample.ts'
import type { LineupRound, LineupView, RefusedLineup } from './view.ts'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireManager(request)

  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const own = { gameId: contest.id, managerId: visitor.managerId }
  const now = await clock(db)
  const team = orNoTeam(await findTeamOfManager(db, own), contest, now)
  const print = instantPrinter(request, contest.timeZone)
  const rounds = await loadRounds(db, { contest, results, team, now, print })
  const receipts = await listReceiptsInForce(db, team.id)
  const query = queryOf(request)
  const next = orNotFound(findNextOpen(rounds), 'NEXT_ROUND_MISSING')

  const asked = query.has('round')
    ? rounds.find((each) => String(each.roundNumber) === query.get('round'))
    : next
  if (!asked) return problem('ROUND_MISSING', 404)
  // No redirect: it would swallow what the action says of a save at the deadline (spec 8).
  const draft = asked.isOpen ? draftIn(query, asked) : draftIn(new URLSearchParams(), next)
  const view: LineupView = {
    draft,
    season: contest.year,
    closedTitle: asked.isOpen ? null : asked.title,
    rounds,
    next: nextClosing({ rounds: contest.rounds, now, print, endsPage: next === rounds.at(-1) }),
    receipts: receipts.map((receipt) => showReceipt(receipt, { contest, now, print })),
    entries: entriesOf(contest.entries, team.entryIds),
    percentages: contest.lineupPercentages,
    hasDialog: draft.details !== null || isOpenRound(rounds, draft.switchTo),
  }
  return view
}

function draftIn(query: URLSearchParams, round: LineupRound): LineupDraft {
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
  if (!form.ok) return problem('BAD_REQUEST', 400)
  const { season, ...fields } = form.value
  const roundNumber = Number(/^\d{1,3}$/.exec(fields.round)?.[0] ?? 0)
  const codes = fields.order.split('.')
  // Without a visitor nobody knows whose six these are: only what looks like an order goes into the address.
  if (!visitor) return go(urlOf(draftOf(fields, roundNumber, codes.filter(isCode).slice(0, 6)), []))
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  if (fields.intent === 'save' && isOfOtherSeason(season, contest))
    return endWithOtherSeason(otherSeasonCard({ form: season, active: contest.year }, '/game/lineup'))
  const own = { gameId: contest.id, managerId: visitor.managerId }
  const now = await clock(db)
  const team = orNoTeam(await findTeamOfManager(db, own), contest, now)
  const print = instantPrinter(request, contest.timeZone)
  const rounds = await loadRounds(db, { contest, results, team, now, print })
  const stored = rounds.find((round) => round.roundNumber === roundNumber)?.stored
  if (!stored) return problem('ROUND_MISSING', 404)
  const draft = draftOf(fields, roundNumber, stored)
  if (fields.order.length > ORDER_LIMIT) return refuse(draft, 'LINEUP_MISMATCH')
  if (fields.intent !== 'save') return answerStep(draft, rounds, stored, intentOf(fields))

  const taken = limits.save.consume(String(visitor.managerId))
  if (!taken.ok) return sayWhen(refuse(draft, 'TOO_MANY_REQUESTS'), taken)
  const wanted = { roundNumber, codes, alsoLater: draft.alsoLater }
  const saved = await attempt(saveLineup(db, { managerId: visitor.managerId, wanted, clock, season }))
  if (saved === null) return refuse(draft, 'LINEUP_NOT_SAVED')
  if (!saved.ok) return refuse(draft, saved.problem)

  const params = { rounds: saved.value.map((round) => round.title).join(', ') }
  return goWithNote(`/game/lineup?round=${roundNumber}`, { code: 'lineup-saved', params })
}

function isCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text)
}

function draftOf(
  fields: Record<string, string>,
  roundNumber: number,
  stored: readonly string[],
): LineupDraft {
  return lineupDraftFromQuery(new URLSearchParams(fields), roundNumber, stored)
}

function answerStep(
  draft: LineupDraft,
  rounds: readonly LineupRound[],
  stored: readonly string[],
  intent: string,
) {
  const step = readLineupStep(intent)
  if (!step) return problem('BAD_REQUEST', 400)
  const next = stepLineup(draft, step, stored)
  const wanted = rounds.find((round) => round.roundNumber === (next.switchTo ?? next.roundNumber))
  if (!wanted) return problem('ROUND_MISSING', 404)
  if (!wanted.isOpen) return refuse(draft, 'ROUND_PAST_DEADLINE')
  return go(urlOf(next, next.roundNumber === draft.roundNumber ? stored : []))
}

function refuse(draft: LineupDraft, reason: Problem) {
  const refused: RefusedLineup = { draft, problem: reason }
  return askAgain(refused, statusOf(reason))
}

function urlOf(draft: LineupDraft, stored: readonly string[]): string {
  return `/game/lineup?${lineupDraftToQuery(draft, stored)}`
}

/** With script: a page that gets lost on the way becomes a toast, and what is shown stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return askServer(() => serverLoader<typeof loader>())
}

/** With script: no answer, or a broken one, becomes a toast, and the draft stays (D17). */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return askServer(() => serverAction<typeof action>())
}

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !wasLost(actionResult) && defaultShouldRevalidate
}

export const headers = keepHeaders

export const links = gameLinks

export const meta = gameMeta('Line-up Management')

export default function LineupRoute() {
  const { view, lost } = useKept(useLoaderData<typeof clientLoader>())
  const answer = useActionData<typeof clientAction>()
  return <LineupPage view={view} lost={lost} answer={answer} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <LineupPage view={sampleLineupView} />
    </GameBoundary>
  )
}
