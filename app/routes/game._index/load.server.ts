import { config } from '#app/config.server.ts'
import { listDashboardActions } from '#app/game/dashboard-actions.ts'
import type { League } from '#app/game/league.ts'
import { toNoticeView } from '#app/game/notification/notice.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { findPlaceAbove } from '#app/game/scoreboard/standings.ts'
import { computeMovement, computeTopPercent } from '#app/game/scoring/ranking.ts'
import type { Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { hasFirstRoundStarted, isOpen } from '#app/game/season/round.ts'
import {
  describePhase,
  findMissedRounds,
  findSeasonPhase,
  type SeasonPhase,
} from '#app/game/season/season-phase.ts'
import { findEntryInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import { toShowStateView } from '#app/game/season/show-text.ts'
import { computeRemainingTenths, type Team } from '#app/game/team/team.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { readRanksBefore, withRankBefore } from '#app/server/ranks-before.server.ts'
import { listNotices } from '#app/services/notices/notices.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import { formatCountOf, formatRank } from '#app/ui/format.ts'
import { describeGap } from '#app/ui/game/place-text.ts'
import { toOwnRow, toRankingRow } from '#app/ui/game/ranking-row.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { loadTonight } from './tonight.server.ts'

/** The global table shows a hundred teams, ten per page (spec 9). */
const TABLE_SIZE = 100
const PAGE_SIZE = 10
/** The leagues of its card; a link leads to all. */
const SHOWN_LEAGUES = 3

interface DashboardQuery {
  /** Page of the ranking, from 1. */
  page: number
  isRulesOpen: boolean
}

export type DashboardView = Awaited<ReturnType<typeof loadDashboard>>
export type DashboardTeam = NonNullable<DashboardView['team']>

/** The dashboard of one manager. */
export async function loadDashboard(db: Db, game: GameContext, { page, isRulesOpen }: DashboardQuery) {
  const { contest, now, print } = game
  const { managerId } = game.visitor
  const hasTeam = game.team !== undefined
  const notices = await listNotices(db, { managerId, now, isMailOn: config.mail !== undefined })
  const phase = findSeasonPhase(contest, now)
  const isLive = phase.name === 'on-air' || game.live !== null
  const facts = hasTeam || isLive ? await findShowFacts(db, game) : null
  const ranks = await readRanksBefore(game)
  const team = game.team && facts ? await loadTeam(db, { ...game, ...ranks, team: game.team, facts }) : null
  const isHidden = isRoundHidden(game, phase.last)
  return {
    /** Notices for managers who get no mails about them. */
    notices: notices.map((notice) => toNoticeView(notice, { print, hasTeam })),
    team,
    /** The next round, or the final after its deadline. */
    event: {
      title: phase.next?.title ?? phase.last?.title ?? '',
      roundNumber: phase.next?.roundNumber ?? contest.rounds.length,
      roundCount: contest.rounds.length,
      /** Null once every round is closed. */
      closing: toNextDeadlineView(game),
      ...describeSeasonResult(phase, { team, isHidden }),
    },
    /** Results being awaited, or that they are in; null where a card is about the show, and where they are hidden. */
    status: isLive || isHidden ? null : describePhase(phase),
    /** What a late join has missed; null with a team, before the first show and after the last deadline. */
    missed: hasTeam ? null : (findMissedRounds(contest.rounds, now)?.text ?? null),
    actions: listDashboardActions({ contest, hasTeam, now }),
    ranking: {
      ...(await loadRanking(db, { ...game, ...ranks }, page)),
      standing: describeStanding(game, team),
    },
    /** Whether the page asks once whether results shall be hidden (D38): from a deadline on, while they are not official. */
    offersHiding:
      game.visitor.resultsChoice.kind === 'none' && (phase.name === 'on-air' || phase.name === 'waiting'),
    teamCount: contest.teamCount,
    live: game.live,
    tonight: isLive && facts ? loadTonight({ ...game, facts, league: team?.leagues[0] }) : null,
    /** Whether the Game Rules are open; the root reads it too. */
    hasDialog: isRulesOpen,
    /** The numbers that the Game Rules quote. */
    rules: {
      teamSize: contest.teamSize,
      budgetTenths: contest.budgetTenths,
      percentages: contest.lineupPercentages,
      leagueLimit: contest.leagueLimit,
      firstRound: contest.rounds[0]?.title ?? 'first show',
    },
  }
}

/** What the band says once every round is closed: the rank of the season, once the final is computed. */
function describeSeasonResult(
  { name, next, last }: SeasonPhase<Round>,
  { team, isHidden }: { team: { rank: number | null } | null; isHidden: boolean },
) {
  const isScored = !next && last !== undefined && last.computedAt !== null
  if (isHidden) return { result: 'Hidden', badge: null }
  if (!isScored) return { result: 'Not computed yet', badge: name === 'on-air' ? onAir : waiting }
  return {
    result: team?.rank ? `Rank ${formatRank(team.rank)}` : 'You had no team in this game',
    badge: { tone: 'ok', text: 'Scored' } as const,
  }
}

const onAir = { tone: 'spot', text: 'On the air' } as const
const waiting = { tone: 'plain', text: 'Waiting for the scores' } as const

/** The own place, in words above the table. */
function describeStanding({ results, hidden }: GameContext, team: { rank: number | null } | null): string {
  if (!results) return hidden ? 'Ranks are hidden' : 'No ranking available yet'
  if (!team) return ''
  return team.rank === null ? 'Your team is ranked after the next round' : `You are ${formatRank(team.rank)}`
}

type RanksBefore = Awaited<ReturnType<typeof readRanksBefore>>
type TeamContext = GameContext & RanksBefore & { team: Team; facts: ShowFacts }

async function loadTeam(db: Db, game: TeamContext) {
  const { contest, results, team } = game
  const standing = results?.findStanding(team.id)
  const leagues = await listLeaguesOfTeam(db, team.id)
  return {
    teamName: team.teamName,
    managerName: team.managerName,
    totalHundredths: standing?.totalHundredths ?? null,
    rank: standing?.rank ?? null,
    /** How many teams share the rank. */
    tied: standing?.tied ?? 1,
    /** 'Top n %' (D5); null before the first computation. */
    topPercent: standing ? computeTopPercent(standing) : null,
    movement: standing
      ? computeMovement(withRankBefore({ ...standing, teamId: team.id }, game.before?.results))
      : null,
    /** What it is compared with: 'since 22:05'. */
    since: game.since,
    budgetLeftTenths: computeRemainingTenths(
      contest,
      game.teamEntries.map((entry) => entry.code),
    ),
    leagueCount: leagues.length,
    leagues: await Promise.all(leagues.slice(0, SHOWN_LEAGUES).map((league) => toLeagueView(game, league))),
    lineup: toLineupView(game),
  }
}

/** A league with the own place in it as it stands, without one where its table cannot be loaded. */
async function toLeagueView({ results, team }: TeamContext, { id, leagueName, memberCount }: League) {
  const table = results && (await scoreboards.tryReadLeague(results, id))
  const standing = table?.findStanding(team.id)
  return {
    id,
    leagueName,
    /** '2nd'; '-' without one. */
    place: standing ? formatOrdinal(standing.rank) : '-',
    note:
      table && standing
        ? describeGap({ ...standing, above: findPlaceAbove(table.table.totals, standing) })
        : formatCountOf(memberCount, 'team'),
  }
}

/** The line-up of the next round, or of the last one when all are over. */
function toLineupView({ contest, facts, lineup, now, print, timeZone, hidden }: TeamContext) {
  if (!lineup) return null
  const { round } = lineup
  const context = { rounds: contest.rounds, now, timeZone, hidden }
  return {
    isAutomatic: lineup.isAutomatic,
    entries: lineup.entries.map((entry) => ({
      code: entry.code,
      country: entry.country,
      show: toShowStateView(findEntryInShow(facts, entry, round), round, context),
    })),
    /** Until when it can change; null once it is locked. */
    deadline: isOpen(round, now) ? print(round.deadlineAt) : null,
  }
}

async function loadRanking(db: Db, game: GameContext & RanksBefore, requestedPage: number) {
  const { contest, results, team, now } = game
  const pageCount = Math.max(1, Math.ceil(Math.min(TABLE_SIZE, contest.teamCount) / PAGE_SIZE))
  const page = Math.min(requestedPage, pageCount)
  const window = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const isStarted = hasFirstRoundStarted(contest.rounds, now)
  const listed = await listRanking(db, results, { gameId: contest.id, ...window })
  const rows = listed.map((row) => withRankBefore(row, game.before?.results))
  const isElsewhere = team !== undefined && !rows.some((row) => row.teamId === team.id)
  const own = isElsewhere ? results?.findStanding(team.id) : undefined
  const standing = own && withRankBefore({ ...own, teamId: team?.id ?? 0 }, game.before?.results)
  return {
    rows: rows.map((row) => toRankingRow(row, { teamId: team?.id, isStarted })),
    ownRow: isElsewhere ? toOwnRow({ teamId: team.id, teamName: team.teamName }, standing, isStarted) : null,
    ownPage: standing && standing.position <= TABLE_SIZE ? Math.ceil(standing.position / PAGE_SIZE) : null,
    since: game.since,
    page,
    pageCount,
    /** Whether any round was computed: until then ranks are '-' (D5). */
    isComputed: results !== null,
  }
}
