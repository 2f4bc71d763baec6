import { config } from '#app/config.server.ts'
import { listDashboardActions } from '#app/game/dashboard-actions.ts'
import type { Lamp } from '#app/game/lineup/lamps.ts'
import { toNoticeView } from '#app/game/notification/notice.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { computeMovement, computeTopPercent } from '#app/game/scoring/ranking.ts'
import type { Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { findLiveRound, hasFirstRoundStarted, isOpen } from '#app/game/season/round.ts'
import {
  describePhase,
  findMissedRounds,
  findSeasonPhase,
  type SeasonPhase,
} from '#app/game/season/season-phase.ts'
import { findEntryInShow, isInShow, type ShowFacts, toLampState } from '#app/game/season/show-state.ts'
import { toShowStateView } from '#app/game/season/show-text.ts'
import { computeRemainingTenths, pickEntriesById, type Team } from '#app/game/team/team.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findSongOnStage } from '#app/server/live/show.server.ts'
import { listNotices } from '#app/services/notices/notices.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { hasPointsOf } from '#app/services/scoreboard/results.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import { formatRank } from '#app/ui/format.ts'
import { toOwnRow, toRankingRow } from '#app/ui/game/ranking-row.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'

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
  const team = game.team && facts ? await loadTeam(db, { ...game, team: game.team, facts }) : null
  const isHidden = isRoundHidden(game, phase.last)
  // What hides the results says so itself.
  const phaseText = isHidden && phase.name !== 'on-air' ? null : describePhase(phase)
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
    /** The running show, or results being awaited; null while only the next deadline matters. */
    status: phaseText === null ? null : { text: phaseText, isOnAir: phase.name === 'on-air' },
    /** What a late join has missed; null with a team, before the first show and after the last deadline. */
    missed: hasTeam ? null : (findMissedRounds(contest.rounds, now)?.text ?? null),
    actions: listDashboardActions({ contest, hasTeam, now }),
    ranking: { ...(await loadRanking(db, game, page)), standing: describeStanding(game, team) },
    /** Whether the page asks once whether results shall be hidden (D38): from a deadline on, while they are not official. */
    offersHiding:
      game.visitor.resultsChoice.kind === 'none' && (phase.name === 'on-air' || phase.name === 'waiting'),
    teamCount: contest.teamCount,
    live: game.live,
    tonight: isLive && facts ? await loadTonight({ ...game, facts, league: team?.leagues[0] }) : null,
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

/** `league`: the first one of the team, if any. */
type TonightContext = GameContext & {
  facts: ShowFacts
  league: { id: number; leagueName: string } | undefined
}

/** The show that is on, or whose points are shown without being official: its lamps, and the way to the page of the evening. */
async function loadTonight(game: TonightContext) {
  const { contest, facts, lineups, results, hidden, now } = game
  const round = findLiveRound(contest.rounds, now)
  if (!round) return null
  const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
  const countries = pickEntriesById(contest.entries, lineup?.entryIds ?? []).map((entry) => ({
    code: entry.code,
    country: entry.country,
    show: toLampState(findEntryInShow(facts, entry, round), round, now),
  }))
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  const isHidden = isRoundHidden(game, round)
  const hasPoints = results !== null && hasPointsOf(results, round.roundNumber)
  return {
    /** Empty without a team, and for one that joined after this show had begun. */
    countries,
    title: round.title,
    /** Until the first points. */
    song: hasPoints ? null : findSongOnStage({ round, hidden }, singers.length),
    /** The points, the rank and the place in the first league as they stand; null where they are hidden. */
    figures: isHidden ? null : await loadFigures(game),
    /** The one of the own six that is on stage. */
    onStage: isHidden ? null : findOnStage(countries),
  }
}

/** Null without a team, and before the first results. */
async function loadFigures({ results, team, league }: TonightContext) {
  const standing = team && results?.findStanding(team.id)
  if (!results || !standing) return null
  const table = league && (await scoreboards.tryReadLeague(results, league.id))
  const inLeague = table?.findStanding(team.id)
  return {
    totalHundredths: standing.totalHundredths,
    rank: standing.rank,
    /** `place`: '2nd'. */
    league:
      league && inLeague ? { leagueName: league.leagueName, place: formatOrdinal(inLeague.rank) } : null,
  }
}

function findOnStage(countries: readonly Lamp[]) {
  const at = countries.findIndex(({ show }) => show === 'on-stage')
  const found = countries[at]
  return found ? { code: found.code, country: found.country, place: formatOrdinal(at + 1) } : null
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

type TeamContext = GameContext & { team: Team; facts: ShowFacts }

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
    movement: standing ? computeMovement(standing) : null,
    budgetLeftTenths: computeRemainingTenths(
      contest,
      game.teamEntries.map((entry) => entry.code),
    ),
    leagueCount: leagues.length,
    leagues: leagues
      .slice(0, SHOWN_LEAGUES)
      .map(({ id, leagueName, memberCount }) => ({ id, leagueName, memberCount })),
    lineup: toLineupView(game),
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

async function loadRanking(db: Db, { contest, results, team, now }: GameContext, requestedPage: number) {
  const pageCount = Math.max(1, Math.ceil(Math.min(TABLE_SIZE, contest.teamCount) / PAGE_SIZE))
  const page = Math.min(requestedPage, pageCount)
  const window = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const isStarted = hasFirstRoundStarted(contest.rounds, now)
  const rows = await listRanking(db, results, { gameId: contest.id, ...window })
  const isElsewhere = team !== undefined && !rows.some((row) => row.teamId === team.id)
  const standing = isElsewhere ? results?.findStanding(team.id) : undefined
  return {
    rows: rows.map((row) => toRankingRow(row, { teamId: team?.id, isStarted })),
    ownRow: isElsewhere ? toOwnRow({ teamId: team.id, teamName: team.teamName }, standing, isStarted) : null,
    ownPage: standing && standing.position <= TABLE_SIZE ? Math.ceil(standing.position / PAGE_SIZE) : null,
    page,
    pageCount,
    /** Whether any round was computed: until then ranks are '-' (D5). */
    isComputed: results !== null,
  }
}
