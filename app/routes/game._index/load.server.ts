import { isDeletedTeam, toRankingName } from '#app/game/account-deletion.ts'
import { listDashboardActions } from '#app/game/dashboard-actions.ts'
import { toNoticeView } from '#app/game/notification/notice.ts'
import { computeMovement, computeTopPercent, type Standing } from '#app/game/scoring/ranking.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { findNextRound, hasFirstRoundStarted } from '#app/game/season/round.ts'
import {
  describePhase,
  findMissedRounds,
  findSeasonPhase,
  type SeasonPhase,
} from '#app/game/season/season-phase.ts'
import { toReceiptView } from '#app/game/team/receipt.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { isMailEnabled } from '#app/http/mail-enabled.server.ts'
import { listNotices } from '#app/services/notices/notices.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'
import { countLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listReceiptsInForce } from '#db/teams/receipts.server.ts'
import type { DashboardTeam, DashboardView, Ranking } from './view.ts'

/** The global table shows a hundred teams, ten per page (spec 9). */
const TABLE_SIZE = 100
const PAGE_SIZE = 10

interface DashboardParams {
  managerId: number
  contest: Contest
  results: Results | null
  team: Team | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
  /** Page of the ranking, from 1. */
  page: number
  isRulesOpen: boolean
}

/** Loads the dashboard of one manager. */
export async function loadDashboard(db: Db, params: DashboardParams): Promise<DashboardView> {
  const { managerId, contest, team, now, print } = params
  const notices = await listNotices(db, { managerId, now, isMailOn: isMailEnabled() })
  const leagueCount = team ? await countLeaguesOfTeam(db, team.id) : 0
  return {
    notices: notices.map((notice) => toNoticeView(notice, { print, hasTeam: team !== undefined })),
    team: team ? await loadTeam(db, { ...params, team, leagueCount }) : null,
    event: toEvent(params),
    status: toStatus(findSeasonPhase(contest, now)),
    missed: team ? null : (findMissedRounds(contest.rounds, now)?.text ?? null),
    actions: listDashboardActions({ contest, hasTeam: team !== undefined, leagueCount, now }),
    ranking: await loadRanking(db, params),
    hasDialog: params.isRulesOpen,
    rules: {
      teamSize: contest.teamSize,
      budgetTenths: contest.budgetTenths,
      percentages: contest.lineupPercentages,
      leagueLimit: contest.leagueLimit,
      firstRound: contest.rounds[0]?.title ?? 'first show',
    },
  }
}

async function loadTeam(
  db: Db,
  params: DashboardParams & { team: Team; leagueCount: number },
): Promise<DashboardTeam> {
  const { contest, results, team, leagueCount } = params
  const standing = results?.findStanding(team.id)
  const spent = pickEntriesById(contest.entries, team.entryIds).reduce(
    (sum, entry) => sum + entry.priceTenths,
    0,
  )
  return {
    teamName: team.teamName,
    managerName: team.managerName,
    totalHundredths: standing?.totalHundredths ?? null,
    rank: standing?.rank ?? null,
    tied: standing?.tied ?? 1,
    topPercent: standing ? computeTopPercent(standing) : null,
    movement: standing ? computeMovement(standing) : null,
    budgetLeftTenths: contest.budgetTenths - spent,
    leagueCount,
    lineup: await loadLineup(db, team, params),
  }
}

async function loadLineup(
  db: Db,
  team: Team,
  { contest, results, now, print }: DashboardParams,
): Promise<DashboardTeam['lineup']> {
  const next = findNextRound(contest.rounds, now)
  const round = next ?? contest.rounds.at(-1)
  const lineups = await listCurrentLineups(db, { contest, results, team })
  const lineup = lineups.find((each) => each.roundNumber === round?.roundNumber)
  if (!round || !lineup) return null
  const entries = pickEntriesById(contest.entries, lineup.entryIds).map(({ code, country }) => ({
    code,
    country,
  }))
  const receipts = next ? await listReceiptsInForce(db, team.id) : []
  const receipt = receipts.find((each) => each.roundNumbers.includes(round.roundNumber))
  return {
    title: round.title,
    isAutomatic: lineup.isAutomatic,
    entries,
    receipt: receipt ? toReceiptView(receipt, { contest, now, print }) : null,
  }
}

function toStatus(phase: SeasonPhase<Round>): DashboardView['status'] {
  const text = describePhase(phase)
  return text === null ? null : { text, isOnAir: phase.name === 'on-air' }
}

function toEvent({ contest, now, print }: DashboardParams): DashboardView['event'] {
  const { name, last, next } = findSeasonPhase(contest, now)
  const closing = toNextDeadlineView({ rounds: contest.rounds, now, print })
  const roundCount = contest.rounds.length
  if (!next || !closing) {
    const isScored = last !== undefined && last.computedAt !== null
    const progress = { title: last?.title ?? '', roundNumber: roundCount, roundCount }
    return { kind: 'final', ...progress, isScored, isOnAir: name === 'on-air' }
  }
  return {
    kind: 'next',
    title: next.title,
    roundNumber: next.roundNumber,
    roundCount,
    closing,
  }
}

async function loadRanking(db: Db, { contest, results, team, now, page }: DashboardParams): Promise<Ranking> {
  const pageCount = Math.max(1, Math.ceil(Math.min(TABLE_SIZE, contest.teamCount) / PAGE_SIZE))
  const shown = Math.min(page, pageCount)
  const window = { offset: (shown - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const isOpen = hasFirstRoundStarted(contest.rounds, now)
  const rows = await listRanking(db, results, { gameId: contest.id, ...window })
  const toRow = (row: (typeof rows)[number]): RankingRow => ({
    id: row.teamId,
    rank: row.rank,
    sharedBy: row.tied,
    teamName: toRankingName(row.teamName),
    pointsHundredths: row.totalHundredths,
    movement: computeMovement(row),
    isMine: row.teamId === team?.id,
    href: isOpen && !isDeletedTeam(row.teamName) ? `/game/results?teamId=${row.teamId}` : null,
  })
  const isElsewhere = team !== undefined && !rows.some((row) => row.teamId === team.id)
  const standing = isElsewhere ? results?.findStanding(team.id) : undefined
  return {
    rows: rows.map(toRow),
    ownRow: isElsewhere ? toOwnRow(team, standing, isOpen) : null,
    ownPage: standing && standing.position <= TABLE_SIZE ? Math.ceil(standing.position / PAGE_SIZE) : null,
    page: shown,
    pageCount,
    isComputed: results !== null,
  }
}

/** The viewer's own row beneath the table, when the page shows others (D5). */
function toOwnRow(team: Team, standing: Standing | undefined, isOpen: boolean): RankingRow {
  return {
    id: team.id,
    rank: standing?.rank ?? null,
    sharedBy: standing?.tied ?? null,
    teamName: team.teamName,
    pointsHundredths: standing?.totalHundredths ?? null,
    movement: standing ? computeMovement(standing) : null,
    isMine: true,
    href: isOpen ? '/game/results' : null,
  }
}
