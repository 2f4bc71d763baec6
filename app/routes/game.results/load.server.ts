import { listResultLines, type ResultLine } from '#app/game/scoring/results.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { Team } from '#app/game/team/team.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { ResultLineView, ResultsView } from './view.ts'

interface ResultsParams {
  contest: Contest
  results: Results | null
  team: Team
  isOwn: boolean
  round: Round
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
}

/** A team's results of one past round. The response never contains line-ups of open rounds (D9). */
export async function loadResults(db: Db, params: ResultsParams): Promise<ResultsView> {
  const { contest, team, round, now } = params
  const standing = params.results?.findStanding(team.id)
  const results = params.results?.listRoundResults(team.id) ?? []
  const result = results.find((each) => each.roundNumber === round.roundNumber)
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
    },
    lines: shown?.lines ?? [],
    roundsRemaining: contest.rounds.filter((each) => isOpen(each, now)).length,
    next: toNextDeadlineView({ rounds: contest.rounds, now, print: params.print }),
    correction: toCorrection(params),
    chart: { rounds: contest.rounds.map((each) => each.title), rows: listCountryPoints(contest, pastRounds) },
    ranks: results.flatMap(({ roundNumber, rank, scoreHundredths }) => {
      const round = contest.rounds.find((each) => each.roundNumber === roundNumber)
      return round ? [{ title: round.title, shortTitle: shortTitle(round), rank, scoreHundredths }] : []
    }),
  }
}

/** The correction in the publication in force, or null (D34). */
function toCorrection({ results, print }: ResultsParams): ResultsView['correction'] {
  if (!results?.publication.note) return null
  return { note: results.publication.note, at: print(results.publication.publishedAt) }
}

/** A round's short name, for the chart's axis. */
function shortTitle({ kind, roundNumber }: Round): string {
  return kind === 'final' ? 'Final' : `Semi ${roundNumber}`
}

interface PastRound {
  round: Round
  lines: readonly ResultLineView[]
}

/** The line-ups of every round past its deadline, with the points of each position where computed. */
async function loadPastRounds(db: Db, { contest, results, team, now }: ResultsParams): Promise<PastRound[]> {
  const lineups = await listCurrentLineups(db, { contest, results, team })
  const past = contest.rounds.filter((round) => !isOpen(round, now))
  return past.map((round) => {
    const computed = results?.pointsOf(round.roundNumber) ?? []
    const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
    return { round, lines: listResultLines(contest, lineup, computed).map(toResultLineView) }
  })
}

function toResultLineView({ entry, ...line }: ResultLine): ResultLineView {
  const { code, country, artist, song } = entry
  return { ...line, entry: { code, country, artist, song } }
}

/** The points of each of the team's countries per round; null where not computed or not in the line-up. */
function listCountryPoints(contest: Contest, pastRounds: readonly PastRound[]): ResultsView['chart']['rows'] {
  const lines = pastRounds.flatMap((each) => each.lines)
  const countries = new Map(lines.map((line) => [line.entry.code, line.entry.country]))
  return [...countries].map(([code, country]) => ({
    code,
    country,
    hundredths: contest.rounds.map((round) => {
      const line = pastRounds
        .find((each) => each.round === round)
        ?.lines.find((each) => each.entry.code === code)
      return line?.scoreHundredths ?? null
    }),
  }))
}
