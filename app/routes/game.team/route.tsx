import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { errors } from '#app/game/errors/errors.ts'
import type { Problem } from '#app/game/problems.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { isChangeAllowed } from '#app/game/season/round.ts'
import { toClosedTeamView } from '#app/game/team/closed-team.ts'
import { listOverlongNames } from '#app/game/team/team.ts'
import {
  applyTeamStep,
  askForNames,
  hasUnsavedTeam,
  parseSaveIntent,
  parseTeamStep,
  type TeamDraft,
  teamDraftToQuery,
  toTeamDraft,
} from '#app/game/team/team-draft.ts'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { readLeftDraft, storeDraft } from '#app/http/cookies/draft-cookies.server.ts'
import { readPendingInvite } from '#app/http/cookies/league-cookies.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { invitePath } from '#app/http/invite-link.server.ts'
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
import { loadGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import {
  createClientAction,
  createClientLoader,
  revalidateUnlessFailed,
  useLastGoodData,
} from '#app/ui/feedback/fetch-error.ts'
import { ClosedTeam } from '#app/ui/game/closed-team.tsx'
import { getSeasonChangedMessage } from '#app/ui/messages/season-changed.ts'
import { getErrorMessage } from '#app/ui/messages/team-messages.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { joinAcceptedLeague } from './accepted-invite.server.ts'
import { toDraftUrl } from './draft-url.ts'
import { readDraft, type TeamForm, teamForm } from './form.server.ts'
import { loadTeam } from './load.server.ts'
import { TeamPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = readSearchParams(request)
  const game = await loadGame(request, visitor)
  const { team } = game
  if (team && !isChangeAllowed(game.contest.rounds, true, game.now)) {
    const closed = toClosedTeamView({ ...game, team })
    return data(closed, { status: closed.next ? errors.TEAM_CHANGE_NOT_ALLOWED.status : 200 })
  }

  const { managerId } = visitor
  const left = readLeftDraft(request, cookies.teamDraft, { managerId, gameId: game.contest.id })
  return loadTeam(db, game, { managerId, query, left })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, teamForm)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const draft = readDraft(form, contest)
  if (!visitor) return seeOther(toDraftUrl(draft, null))
  if (form.intent === 'discard') return seeOther('/game/team', endDraft)

  return parseSaveIntent(form.intent) === null
    ? applyStep({ visitor, form, contest, draft })
    : save(request, { visitor, form, contest, draft })
}

const endDraft = { 'Set-Cookie': clearCookie(cookies.teamDraft) }

interface TeamSubmit {
  visitor: Visitor
  form: TeamForm
  contest: Contest
  draft: TeamDraft
}

async function save(request: Request, { visitor, form, contest, draft }: TeamSubmit) {
  const { managerId } = visitor
  // A save checks the fields as sent: the draft cuts what is too long for a URL.
  const { teamName, managerName, picks, season, base } = form
  const unnamed = askForNames(contest, draft)
  if (unnamed)
    return seeOther(
      toDraftUrl(unnamed, null),
      storeDraft(cookies.teamDraft, { managerId, gameId: contest.id }, teamDraftToQuery(unnamed, null)),
    )
  const input = { teamName, managerName, codes: picks === '' ? [] : picks.split('.') }
  const bases = base === '' ? undefined : base.split(' ')
  const confirmedMissedRound = parseSaveIntent(form.intent) ?? 0
  const limit = await rateLimits.save.consume(db, String(managerId))

  const saved = limit.ok
    ? await tryWrite(saveTeam(db, { managerId, input, clock, season, confirmedMissedRound, bases }))
    : ({ ok: false, problems: ['TOO_MANY_REQUESTS'] } as const)

  if (saved?.ok) return respondSaved(request, visitor, contest, saved)
  const problems: readonly Problem[] = saved?.problems ?? ['TEAM_NOT_SAVED']
  // The account was deleted during this request: treated like an ended session.
  if (problems.includes('ACCOUNT_MISSING')) return seeOther(toDraftUrl(draft, null))
  if (problems.includes('LOCK_UNCONFIRMED'))
    return seeOther(toDraftUrl({ ...draft, isConfirming: true }, toTeamDraft(undefined, [])))
  const isOther = problems.includes('SEASON_CHANGED') && isFromOtherSeason(season, contest)
  const message = isOther && getSeasonChangedMessage({ form: season, active: contest.year })
  const refused = refuse(draft, problems, message ? [message] : undefined)
  return limit.ok ? refused : withRetryAfter(refused, limit)
}

/** A locked team has no page: then the dashboard follows. Nothing is read, because that may fail though the team is saved. */
function respondSaved(
  request: Request,
  visitor: Visitor,
  { rounds }: Contest,
  { isFirst, savedAt }: { isFirst: boolean; savedAt: number },
) {
  const flash = isFirst ? 'team-created' : 'team-saved'
  const invite = readPendingInvite(request)
  const ended = endDraft['Set-Cookie']
  if (invite?.isAccepted) return joinAcceptedLeague(visitor.managerId, invite)
  if (invite) return redirectDocumentWithFlash(invitePath(invite), 'team-saved', ended)
  return isChangeAllowed(rounds, true, savedAt)
    ? seeOtherWithFlash('/game/team', flash, ended)
    : redirectDocumentWithFlash('/game', flash, ended)
}

/** Redirects to the draft after a button press. */
async function applyStep({ visitor, form, contest, draft }: TeamSubmit) {
  const overlong = listOverlongNames(form)
  if (overlong.length > 0) return refuse(draft, overlong)
  const step = parseTeamStep(form.intent)
  if (!step) return throwErrorResponse('BAD_REQUEST')

  const next = applyTeamStep(contest, draft, step)

  if (!next.refusal) {
    const team = await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
    const stored = toTeamDraft(team, contest.entries)
    const owner = { managerId: visitor.managerId, gameId: contest.id }
    // Without changes of its own, the form says nothing of the draft that another tab has left.
    const unchanged = hasUnsavedTeam(draft, stored) ? endDraft : {}
    const kept = hasUnsavedTeam(next.draft, stored)
      ? storeDraft(cookies.teamDraft, owner, teamDraftToQuery(next.draft, stored))
      : unchanged
    return seeOther(toDraftUrl(next.draft, stored), kept)
  }
  const { code, problem } = next.refusal
  const country = contest.entries.find((entry) => entry.code === code)?.country
  return refuse(draft, [problem], [getErrorMessage(problem, country)])
}

function refuse(
  draft: TeamDraft,
  problems: readonly Problem[],
  messages = problems.map((each) => getErrorMessage(each)),
) {
  const isOutdated = problems.includes('SEASON_CHANGED') || problems.includes('SAVED_MEANWHILE')
  return invalid({ draft, errors: messages, isOutdated }, errors[problems[0] ?? 'TEAM_NOT_SAVED'].status)
}

export const clientLoader = createClientLoader<typeof loader>()

export const clientAction = createClientAction<typeof action>()

export const shouldRevalidate = revalidateUnlessFailed

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Team Selection')

export default function TeamRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  if ('reason' in view) return <ClosedTeam title="Team Selection" view={view} />
  return <TeamPage view={view} fetchError={fetchError} actionData={actionData} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Team Selection',
  countries: 'Six to go',
  cards: ['Your six'],
})
