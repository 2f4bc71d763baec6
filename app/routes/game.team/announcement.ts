import { pickEntriesByCode, type TeamRules } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { describeBudget } from './budget-text.ts'
import { listShown } from './list-shown.ts'
import type { TeamView } from './load.server.ts'

/** A change of the draft as a sentence for screen readers; empty where the control announces itself. */
export function describeTeamChange(view: TeamView, before: TeamDraft, after: TeamDraft): string {
  const { rules } = view
  const added = after.codes.filter((code) => !before.codes.includes(code))
  const removed = before.codes.filter((code) => !after.codes.includes(code))
  if (added.length + removed.length > 0) {
    const changes = [
      ...describeCountries(rules, added, 'added'),
      ...describeCountries(rules, removed, 'removed'),
    ]
    return `${changes.join(' ')} ${describeProgress(rules, after)}`
  }
  const isSame = before.search === after.search && before.show === after.show
  return isSame ? '' : describeFound(listShown(view, after).length)
}

function describeCountries(rules: TeamRules, codes: readonly string[], change: string): string[] {
  return pickEntriesByCode(rules.entries, codes).map(({ country }) => `${country} ${change}.`)
}

function describeProgress(rules: TeamRules, { codes }: TeamDraft): string {
  return `${codes.length} of ${rules.teamSize} countries. ${describeBudget(rules, codes)}`
}

function describeFound(found: number): string {
  if (found === 0) return 'No countries found matching the search'
  return found === 1 ? 'One country found.' : `${found} countries found.`
}
