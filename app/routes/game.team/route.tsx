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
import type { Contest } from '#app/game/contest.ts'
import type { Problem } from '#app/game/problems.ts'
import { showReceipt } from '#app/game/receipt.ts'
import { isChangeAllowed } from '#app/game/round.ts'
import { findLateJoin, phaseOfSeason } from '#app/game/season-phase.ts'
import { overlongNames } from '#app/game/team.ts'
import {
  draftOfTeam,
  readSaveIntent,
  readTeamStep,
  stepTeam,
  type TeamDraft,
  teamDraftFromQuery,
  teamDraftToQuery,
} from '#app/game/team-draft.ts'
import {
  askAgain,
  go,
  goWithNote,
  leaveWithNote,
  orNotFound,
  problem,
  sayWhen,
} from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { invitePath, readInvite } from '#app/http/league-cookies.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { queryOf } from '#app/http/query.server.ts'
import { endWithTeamLocked } from '#app/http/season.server.ts'
import { statusOf } from '#app/http/status.server.ts'
import { instantPrinter } from '#app/http/zone.server.ts'
import { saveTeam } from '#app/services/teams.server.ts'
import { gameMeta } from '#app/ui/document-title.ts'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { askServer, useKept, wasLost } from '#app/ui/lost-answer.ts'
import { otherSeasonWords } from '#app/ui/other-season.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { findTeamReceipt } from '#db/receipts.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
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
  if (team && !isChangeAllowed(contest.rounds, true, now)) endWithTeamLocked(contest, now)

  const print = instantPrinter(request, contest.timeZone)
  const receipt = await findTeamReceipt(db, { gameId: contest.id, managerId: visitor.managerId })
  const stored = draftOfTeam(team, contest.entries)
  const asked = teamDraftFromQuery(queryOf(request), stored, contest)
  // An address that was typed by hand asks nothing about a team that cannot be saved.
  const draft = { ...asked, asksLateJoin: asked.asksLateJoin && asked.codes.length === contest.teamSize }
  const lateJoin = team ? null : findLateJoin(contest.rounds, now)
  return {
    draft,
    stored,
    season: contest.year,
    rules: { entries: contest.entries, budgetTenths: contest.budgetTenths, teamSize: contest.teamSize },
    hasTeam: team !== undefined,
    lateJoin,
    hasDialog: draft.details !== null || (draft.asksLateJoin && lateJoin !== null),
    isConcluded: phaseOfSeason(contest, now).next === undefined,
    next: nextClosing({ rounds: contest.rounds, now, print, endsPage: team !== undefined }),
    receipt: receipt ? showReceipt(receipt, { contest, now, print }) : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, teamForm)
  if (!form.ok) return problem('BAD_REQUEST', 400)
  const { season, ...fields } = form.value
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const team = visitor && (await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId }))
  const stored = draftOfTeam(team ?? undefined, contest.entries)
  const draft = teamDraftFromQuery(new URLSearchParams(fields), stored, contest)
  if (!visitor) return go(urlOf(draft, null))
  const knownMissedRound = readSaveIntent(fields.intent)
  if (knownMissedRound === null) {
    const overlong = overlongNames(fields)
    return overlong.length > 0 ? refuse(draft, overlong) : answerStep(contest, draft, stored, fields.intent)
  }

  // What is saved is judged as it was sent, not as the draft shows it: the draft cuts what is too long for a URL.
  const { teamName, managerName, picks } = fields
  const wanted = { teamName, managerName, codes: picks === '' ? [] : picks.split('.') }
  const taken = limits.save.consume(String(visitor.managerId))
  if (!taken.ok) return sayWhen(refuse(draft, ['TOO_MANY_REQUESTS']), taken)
  const saved = await attempt(
    saveTeam(db, { managerId: visitor.managerId, wanted, clock, season, knownMissedRound }),
  )
  if (saved === null) return refuse(draft, ['TEAM_NOT_SAVED'])
  // The account was deleted while this save was on its way: like a session that has ended.
  if (!saved.ok && saved.problems.includes('ACCOUNT_MISSING')) return go(urlOf(draft, null))
  if (!saved.ok && saved.problems.includes('JOIN_IS_LATE'))
    return go(urlOf({ ...draft, asksLateJoin: true }, stored))
  if (!saved.ok) {
    const isOther = saved.problems.includes('SEASON_CHANGED') && season !== undefined
    const words = isOther ? otherSeasonWords({ form: season, active: contest.year }) : null
    return refuse(draft, saved.problems, { words })
  }

  const mayChange = isChangeAllowed(contest.rounds, true, await clock(db))
  const invite = readInvite(request)
  if (invite) return leaveWithNote(invitePath(invite), 'team-saved')
  return mayChange ? goWithNote('/game/team', 'team-saved') : leaveWithNote('/game', 'team-saved')
}

function answerStep(contest: Contest, draft: TeamDraft, stored: TeamDraft, intent: string) {
  const step = readTeamStep(intent)
  if (!step) return problem('BAD_REQUEST', 400)
  const next = stepTeam(contest, draft, step)
  if (!next.refusal) return go(urlOf(next.draft, stored))
  const { code, problem: reason } = next.refusal
  const country = contest.entries.find((entry) => entry.code === code)?.country ?? null
  return refuse(draft, [reason], { country })
}

function refuse(
  draft: TeamDraft,
  problems: readonly Problem[],
  { country = null, words = null }: Partial<Pick<RefusedTeam, 'country' | 'words'>> = {},
) {
  const refused: RefusedTeam = { draft, problems, country, words }
  return askAgain(refused, statusOf(problems[0] ?? 'TEAM_NOT_SAVED'))
}

function urlOf(draft: TeamDraft, stored: TeamDraft | null): string {
  const query = teamDraftToQuery(draft, stored)
  return query === '' ? '/game/team' : `/game/team?${query}`
}

/** With script: a page that gets lost on the way becomes a toast, and what is shown stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return askServer(() => serverLoader<typeof loader>())
}

/** With script: no answer, or a broken one, becomes a toast, and the draft stays (D17). */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return askServer(() => serverAction<typeof action>())
}

/** After a save for another season the page is one of the active season, or the same would be refused again. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (wasLost(actionResult)) return false
  return actionResult?.problems?.includes('SEASON_CHANGED') || defaultShouldRevalidate
}

export const headers = keepHeaders

export const links = gameLinks

export const meta = gameMeta('Team Selection')

export default function TeamRoute() {
  const { view, lost } = useKept(useLoaderData<typeof clientLoader>())
  const answer = useActionData<typeof clientAction>()
  return <TeamPage view={view} lost={lost} answer={answer} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <TeamPage view={sampleTeamView} />
    </GameBoundary>
  )
}
