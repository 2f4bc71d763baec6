import type { ErrorSubset } from '#app/game/errors/errors.ts'
import type { Entry, Round } from '#app/game/season/contest.ts'
import { qualifierPoints } from './vote-total.ts'

/** Why scores were not saved (D10). */
export type ScoresProblem = ErrorSubset<
  'ROUND_MISSING' | 'ENTRY_UNKNOWN' | 'ENTRY_REPEATED' | 'POINTS_INVALID' | 'SCORES_CHANGED'
>

/** Why nothing was published (D10). */
export type PublishProblem = ErrorSubset<
  'ROUND_MISSING' | 'ROUND_NOT_STARTED' | 'SCORES_MISSING' | 'SCORES_CHANGED' | 'NOTE_MISSING'
>

/** Why nothing was published live (D34). */
export type LiveProblem = ErrorSubset<
  'ROUND_MISSING' | 'ROUND_NOT_STARTED' | 'SCORES_MISSING' | 'SCORES_CHANGED' | 'ROUND_OFFICIAL'
>

/** The real points of one entry in one round. */
export interface EntryPoints {
  entryId: number
  points: number
}

const maxPoints = 9999

/** Whether an admin may enter these points: a whole number from 0 to 9999 (D3). */
export function arePointsValid(points: number): boolean {
  return Number.isInteger(points) && points >= 0 && points <= maxPoints
}

/** An entry's result in its season; null points when it was not in the final. */
interface EntryFinish extends Pick<Entry, 'semiFinal'> {
  result: { qualified: boolean; finalPoints: number | null } | null
}

/**
 * The real points of an entry in a round (D3): 50 for a qualifier in its own semi-final, the jury's and public's points
 * in the final, 0 otherwise.
 */
export function computeRealPoints(
  { semiFinal, result }: EntryFinish,
  { roundNumber, kind }: Pick<Round, 'roundNumber' | 'kind'>,
): number {
  if (kind === 'final') return result?.finalPoints ?? 0
  return semiFinal === roundNumber && result?.qualified ? qualifierPoints : 0
}

/**
 * The score of each position of a line-up, in hundredths of a point: points × share in percent, always an integer and
 * never rounded (D4). `points` are in order of position; a share without a country scores 0.
 */
export function computePositionScores(points: readonly number[], percentages: readonly number[]): number[] {
  return percentages.map((percentage, position) => (points[position] ?? 0) * percentage)
}

/** Hundredths as points with at most two decimals, for JSON and pages (D4): 37060 is 370.6. */
export function toPoints(hundredths: number): number {
  return hundredths / 100
}
