import type { Entry } from '#app/game/season/contest.ts'
import { searchEntries } from '#app/game/team/search-entries.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import type { TeamView } from './load.server.ts'

/** The countries of the search and of the chosen show or budget, most expensive first. */
export function listShown({ rules, names, notes }: TeamView, { search, show }: TeamDraft): Entry[] {
  const limit = show.startsWith('fits') ? Number(show.slice(4)) : null
  return searchEntries(rules.entries, search, names)
    .filter(({ code, priceTenths }) =>
      limit === null ? show === '' || String(notes[code]?.roundNumber) === show : priceTenths <= limit,
    )
    .sort((a, b) => b.priceTenths - a.priceTenths)
}
