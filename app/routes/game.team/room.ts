import { computeCheapestTenths } from '#app/game/team/fill-team.ts'
import { computeRemainingTenths, type TeamRules } from '#app/game/team/team.ts'
import { formatPrice } from '#app/ui/format.ts'

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** A number of countries in words: 'two'; in digits beyond a usual team. */
function spell(n: number): string {
  return numbers[n] ?? String(n)
}

/** The heading of the list: 'Four to go'. */
export function describeMissing({ teamSize }: TeamRules, codes: readonly string[]): string {
  const missing = teamSize - codes.length
  return missing === 0 ? 'All in' : `${capitalize(spell(missing))} to go`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What still fits in the team, or why nothing does: the reason of every disabled button in the list. */
export function describeRoom(rules: TeamRules, codes: readonly string[]): string {
  const left = computeRemainingTenths(rules, codes)
  const missing = rules.teamSize - codes.length
  const cheapest = computeCheapestTenths(rules, codes)
  if (left < 0) return `${formatPrice(-left)}M over. Take one out.`
  if (missing === 0) return 'Your team is full: take one out to swap.'
  if (cheapest > left)
    return `The cheapest ${missing === 1 ? 'costs' : `${spell(missing)} cost`} ${formatPrice(cheapest)}M: swap one out.`
  if (codes.length === 0)
    return `${capitalize(spell(missing))} lamps, ${formatPrice(left)}M. Pick your first country.`
  return `Up to ${formatPrice(left)}M fits.`
}
