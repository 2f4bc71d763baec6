import { config } from '#app/config.server.ts'
import { toRankingName } from '#app/game/account-deletion.ts'
import type { League } from '#app/game/league.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { computeMovement, type RankedMember } from '#app/game/scoring/ranking.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLastRound } from '#app/game/season/round.ts'
import { findEntryInShow, isOnStage, isThrough, type ShowFacts } from '#app/game/season/show-state.ts'
import { toShowStateView } from '#app/game/season/show-text.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { invitePath } from '#app/http/invite-link.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { renderQrCode } from '#app/server/qr-code.server.ts'
import { readRanksBefore, withRankBefore } from '#app/server/ranks-before.server.ts'
import { readFinalVote } from '#app/services/scoreboard/final-vote.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { hasPointsOf } from '#app/services/scoreboard/results.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listLineupsOfTeams } from '#db/teams/lineups.server.ts'

/** As many rows as can be read from four metres. */
const SHOWN_TEAMS = 7

type LoadedScreen = NonNullable<Awaited<ReturnType<typeof loadScreen>>>

export type ScreenView = LoadedScreen & {
  /** Seconds until the page asks again by itself; null unless somebody chose it (D41). */
  every: string | null
}

interface Screen {
  league: League
  showsInvite: boolean
}

type Game = GameContext<null>

/**
 * A league's table for a television: team names only, and the countries of a round from its deadline on (D36). Undefined for a
 * league of another season.
 */
export async function loadScreen(db: Db, game: Game, { league, showsInvite }: Screen) {
  const { contest, results, live, now } = game
  if (league.gameId !== contest.id) return undefined
  const { id: leagueId, leagueName, memberCount, inviteSecret: secret } = league
  const table = results && (await scoreboards.readLeague(results, leagueId))
  const rows = await listLeagueRanking(db, table, { leagueId, offset: 0, limit: SHOWN_TEAMS })
  const round = findLastRound(contest.rounds, now)
  const sixes = round ? await loadSixes(db, game, { round, rows }) : null
  const { moved, since } = await readMovement(game, leagueId)
  return {
    /** The root renders neither header nor footer. */
    isBare: true as const,
    leagueName,
    memberCount,
    live,
    show: describeShow(game, round, sixes?.facts),
    /** Whether the viewers' points of a final are read out. */
    isVote: sixes?.facts.vote != null,
    /** What moves are compared with: 'since 22:05'. */
    since,
    rows: rows.map((row) => ({
      id: row.teamId,
      rank: row.rank,
      teamName: toRankingName(row.teamName),
      movement: moved(row),
      pointsHundredths: row.totalHundredths,
      /** In the order of the line-up; empty before the first deadline, and for a team that joined after it. */
      six: sixes?.of(row.teamId) ?? [],
    })),
    qr: showsInvite ? renderQrCode(config.origin + invitePath({ leagueId, secret })) : null,
  }
}

/** `moved`: ranks won or lost; null without any to compare with. `since`: with what they are compared. */
async function readMovement(game: Game, leagueId: number) {
  const { before, since } = await readRanksBefore(game)
  const table = await before?.readLeague(leagueId)
  const moved = (row: RankedMember): number | null => computeMovement(withRankBefore(row, table))
  return { moved, since }
}

interface ShownRound {
  round: Round
  rows: readonly RankedMember[]
}

/** The countries of the shown teams in the round that closed last, by one query. */
async function loadSixes(db: Db, game: Game, { round, rows }: ShownRound) {
  const { contest, now, timeZone, hidden } = game
  const teamIds = rows.map((row) => row.teamId)
  const lineups = await listLineupsOfTeams(db, { teamIds, roundNumber: round.roundNumber })
  const season = await findShowFacts(db, game)
  const facts = { ...season, vote: await readFinalVote(db, { ...game, round, facts: season }) }
  const context = { rounds: contest.rounds, now, timeZone, hidden }
  // An automatic line-up was settled by what came before (D8): it waits until that is revealed.
  const isTold = hidden === null || hidden.roundNumber >= round.roundNumber
  return {
    facts,
    of: (teamId: number) =>
      pickEntriesById(contest.entries, (isTold && lineups.get(teamId)) || []).map((entry) => {
        const inShow = findEntryInShow(facts, entry, round)
        return { code: entry.code, country: entry.country, show: toShowStateView(inShow, round, context) }
      }),
  }
}

/** Who gets the viewers' points next, once the juries have given theirs. */
function describeFinal({ entries }: Contest, title: string, { vote }: ShowFacts) {
  const next = vote && entries.find(({ id }) => id === vote.next)
  return next ? { title: `Next: ${next.country}`, text: '' } : { title, text: 'Points as they stand' }
}

/** What the table is about, and how far it is. */
function describeShow(game: Game, round: Round | undefined, facts?: ShowFacts) {
  const { contest, results, live } = game
  if (!round || !facts) return { title: 'Before the first show', text: 'Points come with the first show.' }
  const { title, kind, roundNumber } = round
  if (isRoundHidden(game, round)) return { title, text: 'Results hidden' }
  const onStage = contest.entries.find((entry) => isOnStage(findEntryInShow(facts, entry, round)))
  if (onStage) return { title: `On stage: ${onStage.country}`, text: title }
  if (!results || !hasPointsOf(results, roundNumber)) return { title, text: 'No points yet' }
  if (!live) return { title, text: 'Official results' }
  if (kind === 'final') return describeFinal(contest, title, facts)
  const through = contest.entries.filter(
    (entry) => entry.semiFinal === roundNumber && isThrough(findEntryInShow(facts, entry, round)),
  )
  return { title, text: `${through.length} through so far` }
}
