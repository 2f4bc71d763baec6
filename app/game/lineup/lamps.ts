import type { Entry, Round } from '#app/game/season/contest.ts'
import { findEntryInShow, type LampState, type ShowFacts, toLampState } from '#app/game/season/show-state.ts'

/** A lamp of the six at the top of the game's pages. */
export interface Lamp {
  code: string
  country: string
  /** What it shows of the country in the show of the line-up, where one is loaded (D35). */
  show?: LampState
}

/** The lamps of a line-up for a round, in its order. */
export function toLamps(
  entries: readonly Entry[],
  {
    round,
    now,
    ...results
  }: Omit<ShowFacts, 'finalOrder'> & {
    round: Pick<Round, 'roundNumber' | 'kind' | 'songsBegun' | 'deadlineAt'>
    /** Game time, epoch ms. */
    now: number
  },
): Lamp[] {
  const facts = { ...results, finalOrder: new Map() }
  return entries.map((entry) => ({
    code: entry.code,
    country: entry.country,
    show: toLampState(findEntryInShow(facts, entry, round), round, now),
  }))
}
