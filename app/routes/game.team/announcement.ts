import {
  computeRemainingTenths,
  pickEntriesByCode,
  searchEntries,
  type TeamRules,
} from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { formatPrice } from '#app/ui/format.ts'

/** A change of the draft as a sentence for screen readers; empty where the control announces itself. */
export function describeTeamChange(rules: TeamRules, before: TeamDraft, after: TeamDraft): string {
  const added = after.codes.filter((code) => !before.codes.includes(code))
  const removed = before.codes.filter((code) => !after.codes.includes(code))
  if (added.length + removed.length > 0) {
    const changes = [
      ...describeCountries(rules, added, 'added'),
      ...describeCountries(rules, removed, 'removed'),
    ]
    return `${changes.join(' ')} ${describeProgress(rules, after)}`
  }
  return before.search === after.search ? '' : describeSearch(rules, after.search)
}

function describeCountries(rules: TeamRules, codes: readonly string[], change: string): string[] {
  return pickEntriesByCode(rules.entries, codes).map(({ country }) => `${country} ${change}.`)
}

function describeProgress(rules: TeamRules, { codes }: TeamDraft): string {
  const left = formatPrice(computeRemainingTenths(rules, codes))
  return `${codes.length} of ${rules.teamSize} countries, budget ${left}M.`
}

function describeSearch(rules: TeamRules, search: string): string {
  const found = searchEntries(rules.entries, search).length
  if (found === 0) return 'No countries found matching the search'
  return found === 1 ? 'One country found.' : `${found} countries found.`
}
