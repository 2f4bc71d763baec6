import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Contest, Entry } from '#app/game/season/contest.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { computePositionScores, type EntryPoints } from './scoring.ts'

/** One position of a line-up; points and score are null until the round is computed. */
export interface ResultLine {
  entry: Entry
  percent: number
  points: number | null
  /** The score of the position, in hundredths of a point. */
  scoreHundredths: number | null
}

/**
 * The score of each position of a line-up, from the points of its computed round (none: not computed yet).
 * Empty without a line-up: the team joined after the round began (D7).
 */
export function listResultLines(
  contest: Pick<Contest, 'entries' | 'lineupPercentages'>,
  lineup: Lineup | undefined,
  computed: readonly EntryPoints[],
): ResultLine[] {
  const known = new Map(computed.map(({ entryId, points }) => [entryId, points]))
  const entries = pickEntriesById(contest.entries, lineup?.entryIds ?? [])
  const points = entries.map((entry) => known.get(entry.id) ?? 0)
  const scores = computePositionScores(points, contest.lineupPercentages)
  const isComputed = computed.length > 0
  return entries.map((entry, index) => ({
    entry,
    percent: contest.lineupPercentages[index] ?? 0,
    points: isComputed ? (points[index] ?? 0) : null,
    scoreHundredths: isComputed ? (scores[index] ?? 0) : null,
  }))
}
