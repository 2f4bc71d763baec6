import type { PlaceAbove } from '#app/game/scoreboard/standings.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { formatCountOf, formatPoints } from '#app/ui/format.ts'

/** How far the nearest better place is: '7.5 to 4th'; for who leads with how many. */
export function describeGap({ tied, above }: { tied: number; above: PlaceAbove | null }): string {
  if (above) return `${formatPoints(above.gapHundredths)} to ${formatOrdinal(above.rank)}`
  return tied > 1 ? `Shares the lead with ${formatCountOf(tied - 1, 'other')}` : 'In the lead'
}
