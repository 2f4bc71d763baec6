import type { Round } from '#app/game/season/contest.ts'
import type { EntryInShow } from '#app/game/season/show-state.ts'

/** Why a country earned nothing in a computed round, for pages (D35). */
export type ZeroReason = 'Did not sing' | 'Sang, did not qualify' | 'Did not qualify' | 'Withdrawn'

/** The reason for a zero; null with points, for a country that sang, and before the round is computed (`points` null). */
export function findZeroReason(
  points: number | null,
  show: EntryInShow,
  { roundNumber, kind }: Pick<Round, 'roundNumber' | 'kind'>,
): ZeroReason | null {
  if (points !== 0) return null
  if (show.state === 'absent') return 'Did not sing'
  if (show.state === 'withdrawn') return 'Withdrawn'
  if (show.state !== 'out') return null
  if (kind === 'final') return 'Did not qualify'
  return show.semiFinal === roundNumber ? 'Sang, did not qualify' : 'Did not sing'
}
