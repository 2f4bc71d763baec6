import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { LitCountry } from '#app/ui/art/spotlights.tsx'

/** What the form for the time zone shows. */
export interface ZoneView {
  /** The team's countries, for the band. */
  lights: readonly LitCountry[]
  /** The zone that times are shown in, and who said so. */
  timeZone: string
  source: 'visitor' | 'browser' | 'host'
  hostCity: string
  /** The zones that are offered while typing. */
  zones: readonly string[]
  /** What stands in the field. */
  typed: string
  /** The page that a choice leads back to. */
  returnTo: string
  next: NextDeadlineView | null
}

/** A form that was refused, as it was typed: no clock knows the name, or there were too many in a minute. */
export interface RefusedZone {
  refusal: 'unknown' | 'too-fast'
  typed: string
  returnTo: string
}
