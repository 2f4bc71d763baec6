import type { Entry, Round } from '#app/game/season/contest.ts'
import type { EntryInShow } from '#app/game/season/show-state.ts'
import type { DescribedEntry } from '#app/game/season/show-text.ts'
import type { ResultLine } from './results.ts'

interface CountryContext {
  /** The round whose points they are. */
  round: Round
  /** Whether they are not official yet (D34). */
  isLive: boolean
}

export type ResultLineView = ReturnType<typeof toResultLineView>

/** What pages show of a country in a round, wherever it stands in a line-up. */
export type CountryResultView = ReturnType<typeof toCountryResultView>

/** A country with its points (null: not computed yet), its state in the show, and the reason for a zero (D35). */
export function toCountryResultView(
  { entry, points }: { entry: Entry; points: number | null },
  { inShow, view }: DescribedEntry,
  { round, isLive }: CountryContext,
) {
  const { code, country, artist, song } = entry
  return {
    // Who may still qualify has no points yet, which is no result.
    points: isLive && mayQualify(inShow, round) ? null : points,
    entry: { code, country, artist, song },
    show: view,
    zeroReason: findZeroReason(points, inShow, round),
  }
}

/** A position of a line-up for pages, with what they show of its country. */
export function toResultLineView(
  { percent, scoreHundredths }: Pick<ResultLine, 'percent' | 'scoreHundredths'>,
  country: CountryResultView,
) {
  return { percent, scoreHundredths: country.points === null ? null : scoreHundredths, ...country }
}

function mayQualify({ state }: EntryInShow, { kind }: Round): boolean {
  return state === 'waiting' || (state === 'sung' && kind === 'semi-final')
}

/** Why a country earned nothing in a computed round, for pages (D35). */
type ZeroReason = 'Did not sing' | 'Sang, did not qualify' | 'Did not qualify' | 'Withdrawn'

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
