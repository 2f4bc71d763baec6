import type { Place } from '#app/game/scoring/ranking.ts'
import { computePositionScores } from '#app/game/scoring/scoring.ts'

/** The sort keys of a table: more hundredths first, then the older team. */
interface TeamScore {
  teamId: number
  totalHundredths: number
}

/**
 * Ranks teams by total (D5). Ties are ordered by team id, which is the order of joining. The reference implementation that
 * the scoreboard is tested against.
 */
export function rankTeams<Team extends TeamScore>(teams: readonly Team[]): (Team & Place)[] {
  const ordered = [...teams].sort((a, b) => b.totalHundredths - a.totalHundredths || a.teamId - b.teamId)
  const tied = new Map<number, number>()
  const rank = new Map<number, number>()
  ordered.forEach(({ totalHundredths: total }, index) => {
    tied.set(total, (tied.get(total) ?? 0) + 1)
    if (!rank.has(total)) rank.set(total, index + 1)
  })
  return ordered.map((team, index) => ({
    ...team,
    position: index + 1,
    rank: rank.get(team.totalHundredths) ?? index + 1,
    tied: tied.get(team.totalHundredths) ?? 1,
  }))
}

/** The score of a line-up in hundredths of a point: the sum of its positions (spec 1, D2, D4). */
export function computeLineupScore(points: readonly number[], percentages: readonly number[]): number {
  return computePositionScores(points, percentages).reduce((sum, score) => sum + score, 0)
}
