import { createWorkspace, sortByScore } from './radix-sort.ts'
import { buildRankTable, type RankTable } from './rank-table.ts'

/** A round that counts. */
interface PublishedRound {
  roundNumber: number
  /**
   * Team after team, position after position: the country's place in the game's list of entries, from 1 on; 0 where
   * there is none. Teams that joined after the round may be missing at the end: they have 0 (D5).
   */
  lineups: Uint8Array
  /** What each entry of that list earned; none counts as 0. */
  points: ArrayLike<number>
}

/** What a scoreboard is computed from. Teams are numbered from 0 in joining order: that number is their index. */
interface ScoreboardInput {
  teamCount: number
  /** The share of each position in percent (D2). */
  percentages: readonly number[]
  /** In order of round number; only these count. */
  rounds: readonly PublishedRound[]
}

/** One round of a scoreboard: a team's score is read from its line-up when it is asked for. */
export interface ScoreboardRound {
  roundNumber: number
  lineups: Uint8Array
  /** For each position what each value of a line-up's byte is pointsByPosition, in hundredths. */
  pointsByPosition: Int32Array
  /** The ranks by this round's score alone. */
  roundRanks: RankTable
  /** The ranks by all scores up to this round. */
  totalRanks: RankTable
}

/** All results of a season at one publication: 4 bytes a team beside its line-ups, and the ranks of different scores. */
export interface Scoreboard {
  /** In order of round number; at least one. */
  rounds: readonly ScoreboardRound[]
  /** Team indices, the highest total first, inside a tie in joining order. */
  order: Int32Array
}

/**
 * Ranks all teams, in whole hundredths (D4, D5). Totals may come to 2^31 - 1 hundredths; 9999 points for every country in
 * three rounds are a hundredth of it. Throws without a round, and when line-ups do not fit the teams.
 */
export function computeScoreboard(
  input: ScoreboardInput,
  workspace = createWorkspace(input.teamCount),
): Scoreboard {
  const { teamCount } = input
  const [scores, totals] = [
    workspace.scores.subarray(0, teamCount),
    workspace.totals.subarray(0, teamCount).fill(0),
  ]
  const rankByScore = (numbers: Int32Array) => buildRankTable(numbers, sortByScore(numbers, workspace))
  const rounds: ScoreboardRound[] = []
  for (const round of input.rounds) {
    const scored = toScoredRound(round, input)
    for (let team = 0; team < teamCount; team++) {
      const score = computeScore(scored, team)
      scores[team] = score
      totals[team] = (totals[team] ?? 0) + score
    }
    const roundRanks = rankByScore(scores)
    rounds.push({ ...scored, roundRanks, totalRanks: rounds.length === 0 ? roundRanks : rankByScore(totals) })
  }
  if (rounds.length === 0) throw new RangeError('A scoreboard covers at least one round')
  return { rounds, order: sortByScore(totals, workspace).slice() }
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

/** As many values as a byte of a line-up has: whatever stands in it, the lookup stays inside the table. */
const byteValues = 256

/** What each value of a line-up's byte is pointsByPosition in each position, in hundredths; 0 for no entry. */
function buildPointsByPosition(points: ArrayLike<number>, percentages: readonly number[]): Int32Array {
  const pointsByPosition = new Int32Array(percentages.length * byteValues)
  percentages.forEach((percentage, position) => {
    for (let place = 1; place < byteValues; place++) {
      pointsByPosition[position * byteValues + place] = (points[place - 1] ?? 0) * percentage
    }
  })
  return pointsByPosition
}

/** What a team earned in a round, in hundredths: points × percent of each position, summed (D4). */
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

/** What a team earned in some rounds together, in hundredths. */
export function computeTotal(rounds: readonly ScoreboardRound[], team: number): number {
  let total = 0
  for (const round of rounds) total += computeScore(round, team)
  return total
}
