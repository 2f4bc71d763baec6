import { computeCheapestTenths } from '#app/game/team/fill-team.ts'
import { computeRemainingTenths, type TeamRules } from '#app/game/team/team.ts'
import { formatPrice } from '#app/ui/format.ts'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']

/** A number of countries in words: 'Two'; in digits beyond a usual team. */
function spell(n: number): string {
  return numbers[n] ?? String(n)
}

/** The heading of the list: 'Four to go'. */
export function describeMissing({ teamSize }: TeamRules, codes: readonly string[]): string {
  const missing = teamSize - codes.length
  return missing === 0 ? 'All in' : `${spell(missing)} to go`
}

/** What still fits in the team, or why nothing does: the reason of every disabled button in the list. */
export function describeBudget(rules: TeamRules, codes: readonly string[]): string {
  const left = computeRemainingTenths(rules, codes)
  const missing = rules.teamSize - codes.length
  const cheapest = computeCheapestTenths(rules, codes)
  if (left < 0) return `${formatPrice(-left)}M over. Take one out.`
  if (missing === 0) return 'Your team is full: take one out to swap.'
  if (cheapest > left)
    return `The cheapest ${missing === 1 ? 'costs' : `${spell(missing).toLowerCase()} cost`} ${formatPrice(cheapest)}M: swap one out.`
  if (codes.length === 0) return `${spell(missing)} lamps, ${formatPrice(left)}M. Pick your first country.`
  return `Up to ${formatPrice(left)}M fits.`
}
