import type { Entry, Round } from '#app/game/season/contest.ts'
import { findEntryInShow, type ShowFacts, type ShowState } from '#app/game/season/show-state.ts'

/** A lamp of the six at the top of the game's pages. */
export interface Lamp {
  code: string
  country: string
  /** The country in the show of the line-up, where one is loaded: its lamp is off when it does not sing (D35). */
  show?: ShowState
}

/** The lamps of a line-up for a round, in its order. */
export function toLamps(
  entries: readonly Entry[],
  {
    round,
    ...results
  }: Omit<ShowFacts, 'finalOrder'> & { round: Pick<Round, 'roundNumber' | 'kind' | 'songsBegun'> },
): Lamp[] {
  const facts = { ...results, finalOrder: new Map() }
  return entries.map((entry) => ({
    code: entry.code,
    country: entry.country,
    show: findEntryInShow(facts, entry, round).state,
  }))
}
