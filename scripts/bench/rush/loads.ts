import type { Kind } from '../../load/plan.ts'

/**
 * The last minutes before a deadline, per second: 60 saves of three requests each among 250 requests (security.md,
 * 'The deadline rush').
 */
const rush: readonly (readonly [Kind, number])[] = [
  ['save', 60],
  ['dashboard', 25],
  ['ranking', 15],
  ['home', 12],
  ['api', 10],
  ['league', 5],
  ['news', 3],
]

/** The evening before, the last minutes, and ten times their expected load. */
export const loads = { nominal: 0.1, rush: 1, tenfold: 10 } as const
export type LoadName = keyof typeof loads
export const loadNames = ['nominal', 'rush', 'tenfold'] as const satisfies readonly LoadName[]

/** Arrivals per second of each kind. */
export function ratesOf(load: LoadName): Partial<Record<Kind, number>> {
  return Object.fromEntries(rush.map(([kind, rate]) => [kind, rate * loads[load]]))
}

/** How many managers are needed so that nobody saves more than 15 times in a run: 30 a minute are allowed. */
export function countSavers(load: LoadName, seconds: number): number {
  return Math.max(150, Math.ceil((60 * loads[load] * seconds) / 15))
}
