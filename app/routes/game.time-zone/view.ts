import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { SpotlightCountry } from '#app/ui/art/spotlights.tsx'

/** The time zone page. */
export interface ZoneView {
  /** The team's countries, for the page header. */
  lights: readonly SpotlightCountry[]
  /** The zone that times are shown in, and where it comes from. */
  timeZone: string
  source: 'visitor' | 'browser' | 'host'
  hostCity: string
  /** Suggestions for the field. */
  zones: readonly string[]
  /** Value of the field. */
  typed: string
  /** Path to redirect to after a choice. */
  returnTo: string
  next: NextDeadlineView | null
}

/** Action data of a refused form: the time zone is unknown, or the rate limit is exceeded. */
export interface RefusedZone {
  refusal: 'unknown' | 'too-fast'
  typed: string
  returnTo: string
}
