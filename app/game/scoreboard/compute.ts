import { buildRankTable, type RankTable, sortByRank } from './rank-table.ts'

/** A round of a publication. */
interface PublishedRound {
  roundNumber: number
  /**
   * By team, then by position: the entry's 1-based index in the game's list of entries; 0 for none. Teams that joined
   * after the round may be missing at the end: they score 0 (D5).
   */
  lineups: Uint8Array
  /** The points of each entry of that list; a missing value counts as 0. */
  points: ArrayLike<number>
}

/** The input of a scoreboard. A team's index is its 0-based number in joining order. */
export interface ScoreboardInput {
  teamCount: number
  /** The share of each position in percent (D2). */
  percentages: readonly number[]
  /** The published rounds, in order of round number. */
  rounds: readonly PublishedRound[]
}

/** One round of a scoreboard: a team's score is computed from its line-up on demand. */
export interface ScoreboardRound {
  roundNumber: number
  lineups: Uint8Array
  /** Lookup table: for each position, the points of each byte value of a line-up, in hundredths. */
  pointsByPosition: Int32Array
  /** The ranks by the score of this round. */
  roundRanks: RankTable
  /** The ranks by the total up to this round. */
  totalRanks: RankTable
}

/** All results of a season at one publication: 4 bytes per team beside its line-ups, and the rank tables. */
export interface Scoreboard {
  /** In order of round number; at least one. */
  rounds: readonly ScoreboardRound[]
  /** Team indices by total, highest first; ties in joining order. */
  order: Int32Array
}

/**
 * Ranks all teams, in whole hundredths (D4, D5). The limit of a total is 2^31 - 1 hundredths; 9999 points for every
 * country in three rounds reach a hundredth of it. Throws without a round, and when line-ups do not fit the teams.
 */
export function computeScoreboard(input: ScoreboardInput): Scoreboard {
  const { teamCount } = input
  const [scores, totals] = [new Int32Array(teamCount), new Int32Array(teamCount)]
  const rounds: ScoreboardRound[] = []
  for (const round of input.rounds) {
    const scored = toScoredRound(round, input)
    for (let team = 0; team < teamCount; team++) {
      const score = computeScore(scored, team)
      scores[team] = score
      totals[team] = (totals[team] ?? 0) + score
    }
    const roundRanks = buildRankTable(scores)
    rounds.push({
      ...scored,
      roundRanks,
      totalRanks: rounds.length === 0 ? roundRanks : buildRankTable(totals),
    })
  }
  const last = rounds.at(-1)
  if (!last) throw new RangeError('A scoreboard covers at least one round')
  return { rounds, order: sortByRank(totals, last.totalRanks) }
}

type ScoredRound = Pick<ScoreboardRound, 'roundNumber' | 'lineups' | 'pointsByPosition'>

function toScoredRound(
  { roundNumber, lineups, points }: PublishedRound,
  input: ScoreboardInput,
): ScoredRound {
  const rows = lineups.length / input.percentages.length
  if (!Number.isInteger(rows) || rows > input.teamCount)
    throw new RangeError(`Round ${roundNumber}: ${lineups.length} places for ${input.teamCount} teams`)
  return { roundNumber, lineups, pointsByPosition: buildPointsByPosition(points, input.percentages) }
}

/** A round with other points, by the 0-based index of each entry; its ranks stay those of the old points. */
export function withPoints(
  round: ScoreboardRound,
  points: ArrayLike<number>,
  percentages: readonly number[],
): ScoreboardRound {
  return { ...round, pointsByPosition: buildPointsByPosition(points, percentages) }
}

/** The number of byte values, so that every lookup stays inside the table. */
const byteValues = 256

/** The points of each byte value of a line-up per position, in hundredths; 0 for no entry. */
function buildPointsByPosition(points: ArrayLike<number>, percentages: readonly number[]): Int32Array {
  const pointsByPosition = new Int32Array(percentages.length * byteValues)
  percentages.forEach((percentage, position) => {
    for (let entry = 1; entry < byteValues; entry++) {
      pointsByPosition[position * byteValues + entry] = (points[entry - 1] ?? 0) * percentage
    }
  })
  return pointsByPosition
}

/** A team's score in a round, in hundredths: the sum of points × percent of each position (D4). */
export function computeScore(
  { lineups, pointsByPosition }: Omit<ScoredRound, 'roundNumber'>,
  team: number,
): number {
  const size = pointsByPosition.length / byteValues
  let score = 0
  for (let position = 0; position < size; position++) {
    score += pointsByPosition[position * byteValues + (lineups[team * size + position] ?? 0)] ?? 0
  }
  return score
}

/** A team's total over some rounds, in hundredths. */
export function computeTotal(rounds: readonly ScoreboardRound[], team: number): number {
  let total = 0
  for (const round of rounds) total += computeScore(round, team)
  return total
}
