import { type BestOrder, findBestSix } from '#app/game/scoring/best-six.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Contest } from '#app/game/season/contest.ts'
import type { Results } from './results.server.ts'

/** By the points of a round in one publication: they leave the memory together. */
const found = new WeakMap<readonly EntryPoints[], BestOrder | null>()

/** The team that would have earned most in a round, found once for each publication; null before the round has points. */
export function readBestSix(
  { contest, results }: { contest: Contest; results: Results | null },
  roundNumber: number,
): BestOrder | null {
  const points = results?.pointsOf(roundNumber) ?? []
  if (points.length === 0) return null
  const known = found.get(points)
  if (known !== undefined) return known
  const best = findBestSix(contest.entries, points, contest)
  found.set(points, best)
  return best
}
