import { encode } from 'uqr'
import { describeLeagueEvent, type League } from '#app/game/league.ts'
import { computeMovement, type LeagueStanding } from '#app/game/scoring/ranking.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { findNextRound, hasFirstRoundStarted, isOpen } from '#app/game/season/round.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import { invitePath } from '#app/http/cookies/league-cookies.server.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { createIdempotencyToken } from '#app/http/forms/idempotency-key.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'
import { listLeagueEvents } from '#db/leagues/league-events.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { findMember } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { LeaguesQuery } from './form.server.ts'
import type { LeagueRound, LeaguesView, LeagueView } from './view.ts'

/** Members per page of a league (spec 9). */
const PAGE_SIZE = 10
const LOG_SIZE = 50

interface LeaguesParams {
  contest: Contest
  results: Results | null
  team: Team
  managerId: number
  query: LeaguesQuery
  /** The league shown last, when the query names none. */
  remembered: number | null
  origin: string
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
}

/** My Leagues for one manager. A league without the manager's team is treated as missing. */
export async function loadLeagues(db: Db, params: LeaguesParams): Promise<LeaguesView> {
  const { contest, team, query, now, print } = params
  const leagues = await listLeaguesOfTeam(db, team.id)
  const leagueId = query.leagueId ?? params.remembered
  const league = leagues.find((each) => each.id === leagueId) ?? leagues[0]
  const shown = league ? await loadLeague(db, params, league) : null
  const dialog = chooseDialog(query, shown)
  return {
    kind: 'leagues',
    lights: pickEntriesById(contest.entries, team.entryIds),
    leagues: leagues.map(({ id, leagueName }) => ({ id, leagueName })),
    league: shown,
    rounds: contest.rounds.map((round) => toLeagueRound(round, contest, now, print)),
    next: toNextDeadlineView({ rounds: contest.rounds, now, print }),
    dialog,
    typedName: query.leagueName,
    once: createIdempotencyToken(),
    season: contest.year,
    hasDialog: dialog !== null,
  }
}

const ownersDialogs: readonly string[] = ['rename', 'renew', 'delete', 'remove', 'hand-over']
const membersDialogs: readonly string[] = ['remove', 'hand-over']

/**
 * The dialog in the query, when its league and member exist. A stale URL never opens a dialog for the league that is
 * shown instead of its own: the button would change the wrong one.
 */
function chooseDialog({ dialog, leagueId }: LeaguesQuery, league: LeagueView | null) {
  if (dialog === null || dialog === 'create') return dialog
  if (!league || (leagueId !== undefined && leagueId !== league.id)) return null
  if (ownersDialogs.includes(dialog) && !league.isOwner) return null
  return membersDialogs.includes(dialog) && !league.member ? null : dialog
}

async function loadLeague(db: Db, params: LeaguesParams, league: League): Promise<LeagueView> {
  const { contest, results, team, managerId, query, origin, now, print } = params
  const pageCount = Math.max(1, Math.ceil(league.memberCount / PAGE_SIZE))
  const page = Math.min(query.page, pageCount)
  const window = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const table = results && (await scoreboards.readLeague(results, league.id))
  const rows = await listLeagueRanking(db, table, { leagueId: league.id, ...window })
  const isStarted = hasFirstRoundStarted(contest.rounds, now)
  const inviteUrl = origin + invitePath({ leagueId: league.id, secret: league.inviteSecret })
  const standing = table?.findStanding(team.id)
  const isOnPage = rows.some((row) => row.teamId === team.id)
  return {
    id: league.id,
    leagueName: league.leagueName,
    memberCount: league.memberCount,
    isOwner: league.ownerId === managerId,
    inviteUrl,
    qr: query.dialog === 'share' ? renderQr(inviteUrl) : null,
    rows: rows.map((row) => ({
      id: row.teamId,
      rank: row.rank,
      sharedBy: row.tied,
      teamName: row.teamName,
      managerName: row.managerName,
      pointsHundredths: row.totalHundredths,
      movement: computeMovement(row),
      isMine: row.teamId === team.id,
      href: isStarted ? `/game/results?teamId=${row.teamId}` : null,
    })),
    ownRow: isOnPage ? null : toOwnRow(team, standing, isStarted),
    page,
    pageCount,
    ownPage: standing && !isOnPage ? Math.ceil(standing.position / PAGE_SIZE) : null,
    member: query.teamId
      ? ((await findMember(db, { leagueId: league.id, teamId: query.teamId })) ?? null)
      : null,
    events: query.dialog === 'log' ? await loadEvents(db, league.id, print) : [],
  }
}

/** The viewer's own row beneath the table, when the page shows others. */
function toOwnRow(team: Team, standing: LeagueStanding | undefined, isStarted: boolean): RankingRow {
  return {
    id: team.id,
    rank: standing?.rank ?? null,
    sharedBy: standing?.tied ?? null,
    teamName: team.teamName,
    managerName: team.managerName,
    pointsHundredths: standing?.totalHundredths ?? null,
    movement: standing ? computeMovement(standing) : null,
    isMine: true,
    href: isStarted ? '/game/results' : null,
  }
}

async function loadEvents(db: Db, leagueId: number, print: InstantFormatter): Promise<LeagueView['events']> {
  const events = await listLeagueEvents(db, { leagueId, limit: LOG_SIZE })
  return events.map((event) => ({
    id: event.id,
    text: describeLeagueEvent(event),
    at: print(event.happenedAt),
  }))
}

function toLeagueRound(round: Round, contest: Contest, now: number, print: InstantFormatter): LeagueRound {
  const { roundNumber, title, deadlineAt, computedAt } = round
  const shown = { roundNumber, title, deadline: print(deadlineAt) }
  if (computedAt !== null) return { ...shown, state: 'scored' }
  if (!isOpen(round, now)) return { ...shown, state: 'closed' }
  return { ...shown, state: findNextRound(contest.rounds, now) === round ? 'next' : 'open' }
}

/** The link as a QR code: the dark modules as one SVG path of unit squares. */
function renderQr(text: string): LeagueView['qr'] {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), size }
}
