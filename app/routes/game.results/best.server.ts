import { type BestOrder, computeShareOfBest, findBestOrder, findBestSix } from '#app/game/scoring/best-six.ts'
import type { ResultLine } from '#app/game/scoring/results.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'

interface BestParams {
  contest: Contest
  results: Results | null
  round: Round
}

/** What was possible in a computed round: with the team's own six, and within the budget. Null before a result. */
export function findBest(params: BestParams, lines: readonly ResultLine[]) {
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
function readBestSix({ contest, results, round }: BestParams): BestOrder | null {
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
