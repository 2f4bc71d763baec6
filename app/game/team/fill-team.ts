import { computeRemainingTenths, type TeamRules } from './team.ts'

/**
 * The codes with every free place filled within the budget; as given when that is impossible. Each place gets the dearest
 * country that its equal share of the remaining budget pays, the first by name among equals. That always leaves enough
 * for the other places: a country at most as dear as the share leaves them their shares, and cheaper ones are left.
 */
export function fillTeam(rules: TeamRules, codes: readonly string[]): readonly string[] {
  if (!canFillTeam(rules, codes)) return codes
  const filled = [...codes]
  while (filled.length < rules.teamSize) {
    const share = computeRemainingTenths(rules, filled) / (rules.teamSize - filled.length)
    const paid = rules.entries.filter(
      ({ code, priceTenths }) => priceTenths <= share && !filled.includes(code),
    )
    const dearest = paid.find(({ priceTenths }) => paid.every((other) => other.priceTenths <= priceTenths))
    if (!dearest) return codes
    filled.push(dearest.code)
  }
  return filled
}

/** Whether there are free places and the cheapest countries for them fit in the budget. */
export function canFillTeam(rules: TeamRules, codes: readonly string[]): boolean {
  return (
    codes.length < rules.teamSize &&
    computeCheapestTenths(rules, codes) <= computeRemainingTenths(rules, codes)
  )
}

/** What the cheapest countries for the free places cost together, in tenths of a million. */
export function computeCheapestTenths({ entries, teamSize }: TeamRules, codes: readonly string[]): number {
  return entries
    .filter(({ code }) => !codes.includes(code))
    .map(({ priceTenths }) => priceTenths)
    .sort((a, b) => a - b)
    .slice(0, teamSize - codes.length)
    .reduce((sum, price) => sum + price, 0)
}
