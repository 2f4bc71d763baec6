import type { Entry } from './season/contest.ts'
import type { NextDeadlineView } from './season/next-deadline.ts'

const countries = [
  ['SE', 'Sweden', 220],
  ['EE', 'Estonia', 185],
  ['IT', 'Italy', 150],
  ['UA', 'Ukraine', 145],
  ['GR', 'Greece', 135],
  ['PL', 'Poland', 120],
  ['FI', 'Finland', 195],
  ['FR', 'France', 205],
  ['NO', 'Norway', 90],
  ['CH', 'Switzerland', 110],
] as const

/** Invented entries for the blurred pages behind the sign-in card: no real data (D21). */
export const sampleEntries: readonly Entry[] = countries.map(([code, country, priceTenths], index) => ({
  id: index + 1,
  code,
  country,
  artist: 'The Artists',
  song: 'The Song',
  priceTenths,
  semiFinal: 1,
  semiRunningOrder: null,
  imageUrl: null,
  youtubeId: null,
  extraInfo: null,
}))

export const sampleTeam: readonly Entry[] = sampleEntries.slice(0, 6)
export const sampleCodes: readonly string[] = sampleTeam.map((entry) => entry.code)
export const samplePercentages: readonly number[] = [100, 85, 85, 70, 70, 70]
export const sampleDeadline = { text: 'May 17, 21:00 CEST', iso: '2025-05-17T19:00:00.000Z' } as const
export const sampleNextDeadline: NextDeadlineView = {
  roundTitle: 'Grand final',
  deadline: sampleDeadline,
  remainingMs: 28 * 60 * 60 * 1000,
  closesPage: false,
}
