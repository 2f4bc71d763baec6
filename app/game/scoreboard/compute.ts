import { type Allocate, allocateNumbers, allocateOwn, createWorkspace, rankByScore } from './order.ts'

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

/** One round of a scoreboard, by team index. */
interface ScoreboardRound {
  roundNumber: number
  scoreHundredths: Int32Array
  /** The rank by this round's score alone. */
  roundRanks: Int32Array
  /** The rank by all scores up to this round. */
  ranksAfter: Int32Array
}

/** All results of a season at one publication: some 40 bytes a team after three rounds. */
export interface Scoreboard {
  rounds: readonly ScoreboardRound[]
  /** The ranks after the last round, by team index. */
  ranks: Int32Array
  /** The ranks after the round before it: movement is told since then (D5). Null while one round counts. */
  previousRanks: Int32Array | null
  /** By team index. */
  totalHundredths: Int32Array
  /** Team indices, the highest total first, inside a tie in joining order. */
  order: Int32Array
}

/**
 * Scores and ranks all teams, in whole hundredths (D4, D5). All arrays are made with `allocate`. Totals may come to
 * 2^31 - 1 hundredths; 9999 points for every country in three rounds are a hundredth of it. Throws without a round,
 * and when line-ups do not fit the teams.
 */
export function computeScoreboard(input: ScoreboardInput, allocate: Allocate = allocateOwn): Scoreboard {
  const workspace = createWorkspace(input.teamCount, allocate)
  const totalHundredths = allocateNumbers(allocate, input.teamCount)
  const rounds: ScoreboardRound[] = []
  let order: Int32Array | undefined
  for (const round of input.rounds) {
    const scoreHundredths = scoreRound(round, input, allocate)
    addScores(totalHundredths, scoreHundredths)
    const alone = rankByScore(scoreHundredths, workspace, allocate)
    const after = rounds.length === 0 ? alone : rankByScore(totalHundredths, workspace, allocate)
    rounds.push({
      roundNumber: round.roundNumber,
      scoreHundredths,
      roundRanks: alone.ranks,
      ranksAfter: after.ranks,
    })
    order = after.order
  }
  const ranks = rounds.at(-1)?.ranksAfter
  if (!ranks || !order) throw new RangeError('A scoreboard covers at least one round')
  return { rounds, ranks, previousRanks: rounds.at(-2)?.ranksAfter ?? null, totalHundredths, order }
}

/** As many values as a byte of a line-up has: whatever stands in it, the lookup stays inside the table. */
const byteValues = 256

/** What each team earned in a round: points × percent of each position, summed (D4). */
function scoreRound(
  round: PublishedRound,
  { teamCount, percentages }: ScoreboardInput,
  allocate: Allocate,
): Int32Array {
  const { lineups } = round
  const size = percentages.length
  const rows = lineups.length / size
  if (!Number.isInteger(rows) || rows > teamCount) {
    throw new RangeError(`Round ${round.roundNumber}: ${lineups.length} places for ${teamCount} teams`)
  }
  const worth = listWorth(round.points, percentages)
  const scores = allocateNumbers(allocate, teamCount)
  for (let team = 0; team < rows; team++) {
    let score = 0
    for (let position = 0; position < size; position++) {
      score += worth[position * byteValues + (lineups[team * size + position] ?? 0)] ?? 0
    }
    scores[team] = score
  }
  return scores
}

/** What each value of a line-up's byte is worth in each position, in hundredths; 0 for no entry. */
function listWorth(points: ArrayLike<number>, percentages: readonly number[]): Int32Array {
  const worth = new Int32Array(percentages.length * byteValues)
  percentages.forEach((percentage, position) => {
    for (let place = 1; place < byteValues; place++) {
      worth[position * byteValues + place] = (points[place - 1] ?? 0) * percentage
    }
  })
  return worth
}

function addScores(totals: Int32Array, scores: Int32Array): void {
  for (let team = 0; team < totals.length; team++) totals[team] = (totals[team] ?? 0) + (scores[team] ?? 0)
}
