import type { Round } from '#app/game/season/contest.ts'
import { type EntryInShow, findEntryInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import { type ShowTextContext, toShowStateView } from '#app/game/season/show-text.ts'
import type { ResultLine } from './results.ts'
import { findZeroReason } from './zero-reason.ts'

interface LineContext {
  facts: ShowFacts
  /** The round of the line-up. */
  round: Round
  context: ShowTextContext
  /** Whether its points are not official yet (D34). */
  isLive: boolean
}

export type ResultLineView = ReturnType<typeof toResultLineView>

/** A position of a line-up for pages: its country, the country's state in the show, and the reason for a zero (D35). */
export function toResultLineView(
  { entry, ...line }: ResultLine,
  { facts, round, context, isLive }: LineContext,
) {
  const { code, country, artist, song } = entry
  const inShow = findEntryInShow(facts, entry, round)
  return {
    ...line,
    // Who may still qualify has no points yet, which is no result.
    points: isLive && mayQualify(inShow, round) ? null : line.points,
    entry: { code, country, artist, song },
    show: toShowStateView(inShow, round, context),
    zeroReason: findZeroReason(line.points, inShow, round),
  }
}

function mayQualify({ state }: EntryInShow, { kind }: Round): boolean {
  return state === 'waiting' || (state === 'sung' && kind === 'semi-final')
}
