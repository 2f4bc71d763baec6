import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import type { Problem } from '#app/game/problems.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { isChangeAllowed } from '#app/game/season/round.ts'
import { findMissedRounds, findSeasonPhase } from '#app/game/season/season-phase.ts'
import { toReceiptView } from '#app/game/team/receipt.ts'
import { listOverlongNames } from '#app/game/team/team.ts'
import {
  applyTeamStep,
  parseSaveIntent,
  parseTeamStep,
  type TeamDraft,
  teamDraftFromQuery,
  teamDraftToQuery,
  toTeamDraft,
} from '#app/game/team/team-draft.ts'
import { invitePath, readPendingInvite } from '#app/http/cookies/league-cookies.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { getProblemStatus } from '#app/http/errors/problem-status.server.ts'
import { throwTeamLocked } from '#app/http/errors/season-errors.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  invalid,
  orNotFound,
  redirectDocumentWithFlash,
  seeOther,
  seeOtherWithFlash,
  throwErrorResponse,
  withRetryAfter,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { callServer, isFetchError, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { getSeasonChangedMessage } from '#app/ui/messages/season-changed.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamReceipt } from '#db/teams/receipts.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { teamForm } from './form.server.ts'
import { TeamPage } from './page.tsx'
import { sampleTeamView } from './sample.ts'
import type { RefusedTeam, TeamView } from './view.ts'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs): Promise<TeamView> {
  const visitor = await requireManager(request)

  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const team = await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
  const now = await clock(db)
  if (team && !isChangeAllowed(contest.rounds, true, now)) throwTeamLocked(contest, now)

  const print = createInstantFormatter(request, contest.timeZone)
  const receipt = await findTeamReceipt(db, { gameId: contest.id, managerId: visitor.managerId })
  const stored = toTeamDraft(team, contest.entries)
  const query = teamDraftFromQuery(readSearchParams(request), stored, contest)
  // A hand-typed URL must not open the confirmation for an incomplete team.
  const draft = { ...query, isConfirming: query.isConfirming && query.codes.length === contest.teamSize }
  const missedRounds = team ? null : findMissedRounds(contest.rounds, now)

  return {
    draft,
    stored,
    season: contest.year,
    rules: { entries: contest.entries, budgetTenths: contest.budgetTenths, teamSize: contest.teamSize },
    hasTeam: team !== undefined,
    missedRounds,
    hasDialog: draft.details !== null || (draft.isConfirming && missedRounds !== null),
    isConcluded: findSeasonPhase(contest, now).next === undefined,
    next: toNextDeadlineView({ rounds: contest.rounds, now, print, endsPage: team !== undefined }),
    receipt: receipt ? toReceiptView(receipt, { contest, now, print }) : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, teamForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const { season, ...fields } = form.value
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const team = visitor && (await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId }))
  const stored = toTeamDraft(team ?? undefined, contest.entries)
  const draft = teamDraftFromQuery(new URLSearchParams(fields), stored, contest)
  if (!visitor) return seeOther(toDraftUrl(draft, null))
  const confirmedMissedRound = parseSaveIntent(fields.intent)
  if (confirmedMissedRound === null) {
    const overlong = listOverlongNames(fields)
    return overlong.length > 0
      ? refuse(draft, overlong)
      : respondToStep(contest, draft, stored, fields.intent)
  }

  // A save checks the fields as sent: the draft cuts what is too long for a URL.
  const { teamName, managerName, picks } = fields
  const input = { teamName, managerName, codes: picks === '' ? [] : picks.split('.') }
  const limit = rateLimits.save.consume(String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse(draft, ['TOO_MANY_REQUESTS']), limit)
  const saved = await tryWrite(
    saveTeam(db, { managerId: visitor.managerId, input, clock, season, confirmedMissedRound }),
  )

  if (saved === null) return refuse(draft, ['TEAM_NOT_SAVED'])
  // The account was deleted during this request: treated like an ended session.
  if (!saved.ok && saved.problems.includes('ACCOUNT_MISSING')) return seeOther(toDraftUrl(draft, null))
  if (!saved.ok && saved.problems.includes('LOCK_UNCONFIRMED'))
    return seeOther(toDraftUrl({ ...draft, isConfirming: true }, stored))
  if (!saved.ok) {
    const isOther = saved.problems.includes('SEASON_CHANGED') && season !== undefined
    const message = isOther ? getSeasonChangedMessage({ form: season, active: contest.year }) : null
    return refuse(draft, saved.problems, { message })
  }
  const mayChange = isChangeAllowed(contest.rounds, true, await clock(db))
  const invite = readPendingInvite(request)
  if (invite) return redirectDocumentWithFlash(invitePath(invite), 'team-saved')
  return mayChange
    ? seeOtherWithFlash('/game/team', 'team-saved')
    : redirectDocumentWithFlash('/game', 'team-saved')
}

function respondToStep(contest: Contest, draft: TeamDraft, stored: TeamDraft, intent: string) {
  const step = parseTeamStep(intent)
  if (!step) return throwErrorResponse('BAD_REQUEST', 400)
  const next = applyTeamStep(contest, draft, step)
  if (!next.refusal) return seeOther(toDraftUrl(next.draft, stored))
  const { code, problem } = next.refusal
  const country = contest.entries.find((entry) => entry.code === code)?.country ?? null
  return refuse(draft, [problem], { country })
}

function refuse(
  draft: TeamDraft,
  problems: readonly Problem[],
  { country = null, message = null }: Partial<Pick<RefusedTeam, 'country' | 'message'>> = {},
) {
  const refused: RefusedTeam = { draft, problems, country, message }
  return invalid(refused, getProblemStatus(problems[0] ?? 'TEAM_NOT_SAVED'))
}

function toDraftUrl(draft: TeamDraft, stored: TeamDraft | null): string {
  const query = teamDraftToQuery(draft, stored)
  return query === '' ? '/game/team' : `/game/team?${query}`
}

/** With script: a failed load becomes a toast, and the shown page stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return callServer(() => serverLoader<typeof loader>())
}

/** With script: a missing or broken response becomes a toast, and the draft stays (D17). */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return callServer(() => serverAction<typeof action>())
}

/** A save for another season reloads the page for the active season: otherwise every retry would be refused. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (isFetchError(actionResult)) return false
  return actionResult?.problems?.includes('SEASON_CHANGED') || defaultShouldRevalidate
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Team Selection')

export default function TeamRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  return <TeamPage view={view} fetchError={fetchError} actionData={actionData} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <TeamPage view={sampleTeamView} />
    </GameBoundary>
  )
}
