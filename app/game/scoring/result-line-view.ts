import type { Round } from '#app/game/season/contest.ts'
import type { EntryInShow } from '#app/game/season/show-state.ts'
import type { DescribedEntry } from '#app/game/season/show-text.ts'
import type { ResultLine } from './results.ts'
import { findZeroReason } from './zero-reason.ts'

interface LineContext {
  /** The round of the line-up. */
  round: Round
  /** Whether its points are not official yet (D34). */
  isLive: boolean
}

export type ResultLineView = ReturnType<typeof toResultLineView>

/** A position of a line-up for pages: its country, the country's state in the show, and the reason for a zero (D35). */
export function toResultLineView(
  { entry, ...line }: ResultLine,
  { inShow, view }: DescribedEntry,
  { round, isLive }: LineContext,
) {
  const { code, country, artist, song } = entry
  return {
    ...line,
    // Who may still qualify has no points yet, which is no result.
    points: isLive && mayQualify(inShow, round) ? null : line.points,
    entry: { code, country, artist, song },
    show: view,
    zeroReason: findZeroReason(line.points, inShow, round),
  }
}

function mayQualify({ state }: EntryInShow, { kind }: Round): boolean {
  return state === 'waiting' || (state === 'sung' && kind === 'semi-final')
}
