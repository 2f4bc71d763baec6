import { toRankingName } from '#app/game/account-deletion.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import type { PlaceAbove } from '#app/game/scoreboard/standings.ts'
import type { Standing } from '#app/game/scoring/ranking.ts'
import { toResultLineView } from '#app/game/scoring/result-line-view.ts'
import { listResultLines } from '#app/game/scoring/results.ts'
import { describeLateJoin } from '#app/game/season/season-phase.ts'
import type { Team } from '#app/game/team/team.ts'
import { describeSince } from '#app/server/ranks-before.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findChances } from './chances.server.ts'
import type { Evening } from './evening.server.ts'
import { findMoved, readOwnLeagues, toLeagueStrip } from './leagues.server.ts'
import { listQualifiers } from './qualifiers.server.ts'

export type LiveView = Awaited<ReturnType<typeof loadLive>> & {
  /** Seconds until the page asks again by itself; null unless the visitor chose it (D41). */
  every: string | null
}

/** The countries of the board on the page: the link leads to all. */
const SHOWN_COUNTRIES = 5

/** The evening of one manager. */
export interface OwnEvening {
  evening: Evening
  team: Team
  /** The team's, as they count (D8). */
  lineups: readonly Lineup[]
  /** Game time, epoch ms. */
  now: number
  timeZone: string
}

/** Stands for the team of who has none: it is in no table, holds no country and has no line-up. */
const noTeam: Team = { id: 0, entryIds: [], teamName: '', managerName: '', createdAt: 0 }

/** What the live page shows a manager: the own six, the provisional rank and the leagues. No table is computed for it. */
export async function loadLive(
  db: Db,
  { team = noTeam, ...shown }: Omit<OwnEvening, 'team'> & { team: Team | undefined },
) {
  const own = { ...shown, team }
  const { evening } = own
  const { round, results } = evening
  const lineup = own.lineups.find((each) => each.roundNumber === round.roundNumber)
  const isHidden = isRoundHidden(evening, round)
  const standing = results?.findStanding(team.id)
  const leagues = await readOwnLeagues(db, own)
  const qualifiers = listQualifiers(own, leagues)
  const names = await evening.readNames([
    ...leagues.flatMap(({ top }) => top.map((row) => row.teamId)),
    ...qualifiers.flatMap(({ holderIds }) => holderIds),
  ])
  const nameOf = (teamId: number) => toRankingName(names.get(teamId) ?? '')
  return {
    round: { title: round.title, isSemiFinal: round.kind === 'semi-final' },
    /** What who has no team may still do; null with one. */
    newcomer: team === noTeam ? { note: describeLateJoin(evening.contest.rounds, own.now) } : null,
    /** When the points that are shown were published; null where they are official. */
    live: evening.publishedIn(own.timeZone),
    /** Whether some of them are of this show. */
    hasPoints: evening.hasPoints,
    isHidden,
    rank: standing?.rank ?? null,
    /** What moves are compared with: 'since 22:05'; null before the second press. */
    since:
      evening.before &&
      describeSince(evening.before.results.publication, { ...evening.contest, timeZone: own.timeZone }),
    moved: findMoved(standing, evening.before?.results.findStanding(team.id)),
    totalHundredths: standing?.totalHundredths ?? null,
    points: findOwnPoints(own),
    tally: evening.tally,
    song: evening.song,
    qualifiers: qualifiers.map(({ holderIds, ...each }) => ({
      ...each,
      holders: holderIds.map((id) => ({ id, teamName: nameOf(id) })),
    })),
    /** How many of the own six are in the final; null in the final, where it is hidden, and without a line-up in this show. */
    through: lineup && !isHidden ? evening.countThrough(lineup.entryIds) : null,
    lines: listLines(own, lineup),
    leagues: leagues.map((league) => toLeagueStrip(league, own, nameOf)),
    chances: findChances({ ...own, lineup, leagues }),
    board: {
      count: evening.board.length,
      rows: evening.board
        .slice(0, SHOWN_COUNTRIES)
        .map(({ entryId, ...row }) => ({ ...row, isMine: team.entryIds.includes(entryId) })),
    },
    world: {
      teamCount: evening.contest.teamCount,
      tied: standing?.tied ?? 1,
      above: findAbove(evening, standing),
    },
  }
}

/** The own six with their points; empty when the team joined after this round began. */
function listLines({ evening, now, timeZone }: OwnEvening, lineup: Lineup | undefined) {
  const { contest, round, results } = evening
  const countries = evening.listCountries({ now, timeZone })
  return listResultLines(contest, lineup, results?.pointsOf(round.roundNumber) ?? []).flatMap((line) => {
    const country = countries.get(line.entry.id)
    return country ? [toResultLineView(line, country)] : []
  })
}

/** The team's points tonight and before, in hundredths; tonight's are null until the first press, the others in the first show. */
function findOwnPoints({ evening: { results, round }, team }: OwnEvening) {
  const rounds = results?.listRoundResults(team.id) ?? []
  const tonight = rounds.find((each) => each.roundNumber === round.roundNumber)
  const before = rounds.filter((each) => each.roundNumber < round.roundNumber).at(-1)
  return {
    tonightHundredths: tonight?.scoreHundredths ?? null,
    beforeHundredths: before?.totalHundredths ?? null,
  }
}

/** The nearest better place among all teams; null for one who leads them, and before the first results. */
function findAbove({ results }: Evening, own: Standing | undefined): PlaceAbove | null {
  if (!own || own.rank === 1) return null
  const [above] = results?.listRows({ offset: own.rank - 2, limit: 1 }) ?? []
  return above ? { rank: above.rank, gapHundredths: above.totalHundredths - own.totalHundredths } : null
}
