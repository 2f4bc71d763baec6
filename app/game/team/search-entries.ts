import type { Entry } from '#app/game/season/contest.ts'
import { foldWords } from '#app/game/text/fold.ts'

/** How much of a search term and of a searched text is used, in UTF-16 units. */
export const SEARCH_LIMIT = 100
const SEARCHED_LIMIT = 500

/** The other names of countries by their code, as `toSearchNames` writes them. */
export type SearchNames = Readonly<Record<string, string>>

/** The entries found by country, artist or song, as `foldWords` compares them (spec 2), or by the beginning of another name. */
export function searchEntries(entries: readonly Entry[], search: string, names: SearchNames): Entry[] {
  const term = toSearchTerm(search)
  return entries.filter(
    ({ code, country, artist, song }) =>
      [country, artist, song].some((text) => foldWords(text, SEARCHED_LIMIT).includes(term)) ||
      names[code]?.includes(`|${term}`),
  )
}

/** What is looked for: a search without accents, capitals, signs and 'the'. As long as what it finds, whatever was typed. */
export function toSearchTerm(search: string): string {
  const typed = search.slice(0, SEARCH_LIMIT)
  // Signs alone find nothing.
  return foldWords(typed).replace(/^the /, '') || typed.trim()
}
