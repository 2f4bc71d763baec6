import { isRoundHidden } from '#app/game/results-choice.ts'
import { type BestOrder, computeShareOfBest, findBestOrder, findBestSix } from '#app/game/scoring/best-six.ts'
import { toCountryResultView, toResultLineView } from '#app/game/scoring/result-line-view.ts'
import { listResultLines, type ResultLine } from '#app/game/scoring/results.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { isOpen } from '#app/game/season/round.ts'
import { toShortTitle } from '#app/game/season/round-view.ts'
import { describeEntry } from '#app/game/season/show-text.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import { formatTimeOfDay } from '#app/game/time/instant.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { LeagueLink } from '#app/server/league-link.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'

export type ResultsView = Awaited<ReturnType<typeof loadResults>> & {
  /** Where a rival's page leads back to. */
  league: LeagueLink | null
  /** Whether the visitor has a team to compare a rival's with. */
  canCompare: boolean
}

interface ResultsParams extends GameContext {
  /** The manager's own team, or another. */
  team: Team
  isOwn: boolean
  round: Round
}

/** A team's results of one past round. The response never contains line-ups of open rounds (D9). */
export async function loadResults(db: Db, params: ResultsParams) {
  const { contest, team, round, now, results, official, print } = params
  const standing = results?.findStanding(team.id)
  const roundResults = results?.listRoundResults(team.id) ?? []
  const result = roundResults.find((each) => each.roundNumber === round.roundNumber)
  const pastRounds = await loadPastRounds(db, params)
  const shown = pastRounds.find((each) => each.round === round)
  return {
    team: {
      id: team.id,
      teamName: team.teamName,
      isOwn: params.isOwn,
      totalHundredths: standing?.totalHundredths ?? null,
      rank: standing?.rank ?? null,
      tied: standing?.tied ?? 1,
    },
    rounds: contest.rounds.map((each) => ({
      roundNumber: each.roundNumber,
      title: each.title,
      isPast: !isOpen(each, now),
    })),
    round: {
      roundNumber: round.roundNumber,
      title: round.title,
      scoreHundredths: result?.scoreHundredths ?? null,
      rank: result?.roundRank ?? null,
      /** Whether its points are not official yet (D34). */
      isLive: isLiveRound(params),
      isHidden: isRoundHidden(params, round),
    },
    live: params.live,
    /** Empty when the team joined after this round began. */
    lines: await toViews(db, shown?.lines ?? [], params),
    best: isLiveRound(params) ? null : findBest(params, shown?.lines ?? []),
    roundsRemaining: contest.rounds.filter((each) => isOpen(each, now)).length,
    next: toNextDeadlineView(params),
    /** The correction in the publication in force (D34). */
    correction: official?.publication.note
      ? { note: official.publication.note, at: print(official.publication.publishedAt) }
      : null,
    chart: {
      rounds: contest.rounds.map((each) => each.title),
      rows: listCountryPoints(contest.rounds, pastRounds),
    },
    evening: await listEveningRanks(params),
    ranks: roundResults.flatMap(({ roundNumber, rank, scoreHundredths }) => {
      const round = contest.rounds.find((each) => each.roundNumber === roundNumber)
      return round ? [{ title: round.title, shortTitle: toShortTitle(round), rank, scoreHundredths }] : []
    }),
  }
}

/** Whether the points of the shown round are known, but not official. */
function isLiveRound({ results, round }: ResultsParams): boolean {
  return round.computedAt === null && results?.publication.roundNumbers.includes(round.roundNumber) === true
}

/** The team's rank after the presses of the round's evening; empty before the second one. */
async function listEveningRanks({ contest, results, round, team, timeZone }: ResultsParams) {
  const { roundNumber } = round
  const asked = results && { contest, results, roundNumber, teamId: team.id }
  const presses = (asked && (await scoreboards.readPressRanks(asked))) ?? []
  if (presses.length < 2) return []
  return presses.map(({ publishedAt, rank }) => ({
    title: formatTimeOfDay(publishedAt, timeZone).text,
    rank,
  }))
}

type PastRound = Awaited<ReturnType<typeof loadPastRounds>>[number]

/** The line-ups of every round past its deadline, with the points of each position where computed. */
async function loadPastRounds(db: Db, { contest, results, team, isOwn, now, ...game }: ResultsParams) {
  const { official, revealedRound } = game
  const lineups = isOwn
    ? game.lineups
    : await listCurrentLineups(db, { contest, official, revealedRound, team })
  const past = contest.rounds.filter((round) => !isOpen(round, now))
  return past.map((round) => {
    const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
    return { round, lines: listResultLines(contest, lineup, results?.pointsOf(round.roundNumber) ?? []) }
  })
}

/** The positions of the shown round. */
async function toViews(db: Db, lines: readonly ResultLine[], params: ResultsParams) {
  const { round, contest, now, timeZone, hidden } = params
  const facts = await findShowFacts(db, params)
  const context = { rounds: contest.rounds, now, timeZone, hidden }
  const show = { facts, round, context }
  const line = { round, isLive: isLiveRound(params) }
  return lines.map((each) =>
    toResultLineView(each, toCountryResultView(each, describeEntry(each.entry, show), line)),
  )
}

/** The points of each of the team's countries per round; null where not computed or not in the line-up. */
function listCountryPoints(rounds: readonly Round[], pastRounds: readonly PastRound[]) {
  const lines = pastRounds.flatMap((each) => each.lines)
  const countries = new Map(lines.map((line) => [line.entry.code, line.entry.country]))
  return [...countries].map(([code, country]) => ({
    code,
    country,
    hundredths: rounds.map((round) => {
      const line = pastRounds
        .find((each) => each.round === round)
        ?.lines.find((each) => each.entry.code === code)
      return line?.scoreHundredths ?? null
    }),
  }))
}

/** What was possible in a computed round: with the team's own six, and within the budget. Null before a result. */
function findBest(params: ResultsParams, lines: readonly ResultLine[]) {
  const { contest } = params
  const six = readBestSix(params)
  if (!six) return null
  const points = lines.map(({ entry, points }) => ({ entryId: entry.id, points: points ?? 0 }))
  const own = findBestOrder(points, contest)
  const earned = lines.reduce((sum, line) => sum + (line.scoreHundredths ?? 0), 0)
  return {
    /** Null without a line-up, and when the six earned nothing in any order. */
    own: own.scoreHundredths > 0 ? toBestView(contest, own) : null,
    sharePercent: computeShareOfBest(earned, own.scoreHundredths),
    six: toBestView(contest, six),
    budgetTenths: contest.budgetTenths,
  }
}

/** By the points of a round in one publication: they leave the memory together. */
const found = new WeakMap<readonly EntryPoints[], BestOrder | null>()

/** The team that would have earned most in a round, found once for each publication; null before the round has points. */
function readBestSix({ contest, results, round }: ResultsParams): BestOrder | null {
  const points = results?.pointsOf(round.roundNumber) ?? []
  if (points.length === 0) return null
  const known = found.get(points)
  if (known !== undefined) return known
  const best = findBestSix(contest.entries, points, contest)
  found.set(points, best)
  return best
}

/** The countries in one text: a list of elements would cost more than it tells. */
function toBestView({ entries }: Contest, { entryIds, scoreHundredths }: BestOrder) {
  const countries = pickEntriesById(entries, entryIds).map((entry) => entry.country)
  return { scoreHundredths, countries: countries.join(', ') }
}
