import type { Entry, Game } from '#app/game/season/contest.ts'
import { computePositionScores, type EntryPoints } from './scoring.ts'

/** Countries in the order that earns most, and what they earn together, in hundredths. */
export interface BestOrder {
  entryIds: readonly number[]
  scoreHundredths: number
}

type Rules = Pick<Game, 'lineupPercentages' | 'budgetTenths' | 'teamSize'>

/** The order of some countries that earns most: most points at the largest share; equal ones stay as they are. */
export function findBestOrder(
  points: readonly EntryPoints[],
  { lineupPercentages }: Pick<Game, 'lineupPercentages'>,
): BestOrder {
  const sorted = [...points].sort((a, b) => b.points - a.points)
  // The largest share is not the first one in every season.
  const positions = lineupPercentages.map((_, position) => position).sort(byShare(lineupPercentages))
  const order = lineupPercentages.map((_, position) => sorted[positions.indexOf(position)])
  const placed = order.map((each) => each?.points ?? 0)
  return {
    entryIds: order.flatMap((each) => (each ? [each.entryId] : [])),
    scoreHundredths: sum(computePositionScores(placed, lineupPercentages)),
  }
}

function byShare(percentages: readonly number[]) {
  return (a: number, b: number) => (percentages[b] ?? 0) - (percentages[a] ?? 0)
}

/** The best choice of some countries for each price that they may have together. */
interface Choice {
  scoreHundredths: number
  entries: readonly number[]
}

/**
 * The team within the budget that would have earned most in a round, and its order; the cheapest one among equals. Null when
 * no team fits the budget. The countries are taken by points, so that each next one gets the next share: 37 of them, six
 * places and 1,000 tenths of a million take a millisecond or two.
 */
export function findBestSix(
  entries: readonly Pick<Entry, 'id' | 'priceTenths'>[],
  points: readonly EntryPoints[],
  { lineupPercentages, budgetTenths, teamSize }: Rules,
): BestOrder | null {
  const earned = new Map(points.map((each) => [each.entryId, each.points]))
  const scored = entries
    .map(({ id, priceTenths }) => ({ entryId: id, priceTenths, points: earned.get(id) ?? 0 }))
    .sort((a, b) => b.points - a.points)
  const shares = [...lineupPercentages].sort((a, b) => b - a)
  // By number of countries, then by what they cost together, in tenths.
  const best: (Choice | undefined)[][] = Array.from({ length: teamSize + 1 }, () => [])
  const chosen = best[0] ?? []
  chosen[0] = { scoreHundredths: 0, entries: [] }
  scored.forEach((entry, index) => {
    for (let place = teamSize - 1; place >= 0; place -= 1)
      addToEach(best[place] ?? [], best[place + 1] ?? [], {
        index,
        priceTenths: entry.priceTenths,
        budgetTenths,
        earns: entry.points * (shares[place] ?? 0),
      })
  })
  const winner = best[teamSize]?.reduce<Choice | undefined>(
    (top, each) => (each && each.scoreHundredths > (top?.scoreHundredths ?? -1) ? each : top),
    undefined,
  )
  if (!winner) return null
  const six = winner.entries.flatMap((index) => scored[index] ?? [])
  return findBestOrder(six, { lineupPercentages })
}

interface Addition {
  index: number
  priceTenths: number
  budgetTenths: number
  earns: number
}

/** Adds a country to each choice that still pays for it, where the sum is better than what costs the same. */
function addToEach(
  from: readonly (Choice | undefined)[],
  to: (Choice | undefined)[],
  { index, priceTenths, budgetTenths, earns }: Addition,
): void {
  from.forEach((choice, cost) => {
    if (!choice || cost + priceTenths > budgetTenths) return
    const scoreHundredths = choice.scoreHundredths + earns
    if (scoreHundredths > (to[cost + priceTenths]?.scoreHundredths ?? -1))
      to[cost + priceTenths] = { scoreHundredths, entries: [...choice.entries, index] }
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** A score as a part of the best one, in whole percent, rounded down so that only the best is 100; null when none earns. */
export function computeShareOfBest(scoreHundredths: number, bestHundredths: number): number | null {
  return bestHundredths === 0 ? null : Math.floor((100 * scoreHundredths) / bestHundredths)
}
