import type { Entry } from '#app/game/season/contest.ts'

/** The countries that playerIds mean, as codes; an unknown id stays one that no country has. */
export function toCountryCodes(entries: readonly Entry[], playerIds: readonly number[]): string[] {
  return playerIds.map((id) => entries.find((entry) => entry.id === id)?.code ?? `#${id}`)
}
