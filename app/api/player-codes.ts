import type { Entry } from '#app/game/season/contest.ts'

/** The country codes of playerIds; an unknown id becomes a code that no country has. */
export function toCountryCodes(entries: readonly Entry[], playerIds: readonly number[]): string[] {
  return playerIds.map((id) => entries.find((entry) => entry.id === id)?.code ?? `#${id}`)
}
