import { pickEntries, remainingTenths, searchEntries, type TeamRules } from '#app/game/team.ts'
import type { TeamDraft } from '#app/game/team-draft.ts'
import { formatPrice } from '#app/ui/format.ts'

/** What a change of the draft did, in a sentence to be heard; empty for what is heard by itself. */
export function tellTeamChange(rules: TeamRules, before: TeamDraft, after: TeamDraft): string {
  const added = after.codes.filter((code) => !before.codes.includes(code))
  const removed = before.codes.filter((code) => !after.codes.includes(code))
  if (added.length + removed.length > 0) {
    const deeds = [...tell(rules, added, 'added'), ...tell(rules, removed, 'removed')]
    return `${deeds.join(' ')} ${standing(rules, after)}`
  }
  return before.search === after.search ? '' : tellSearch(rules, after.search)
}

function tell(rules: TeamRules, codes: readonly string[], deed: string): string[] {
  return pickEntries(rules.entries, codes).map(({ country }) => `${country} ${deed}.`)
}

function standing(rules: TeamRules, { codes }: TeamDraft): string {
  const left = formatPrice(remainingTenths(rules, codes))
  return `${codes.length} of ${rules.teamSize} countries, budget ${left}M.`
}

function tellSearch(rules: TeamRules, search: string): string {
  const found = searchEntries(rules.entries, search).length
  if (found === 0) return 'No countries found matching the search'
  return found === 1 ? 'One country found.' : `${found} countries found.`
}
