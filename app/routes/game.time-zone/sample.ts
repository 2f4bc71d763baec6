import { sampleNextDeadline, sampleTeam } from '#app/game/sample-data.ts'
import type { ZoneView } from './load.server.ts'

/** The time zone page behind the sign-in card. */
export const sampleZoneView: ZoneView = {
  countries: sampleTeam,
  timeZone: 'UTC',
  source: 'host',
  hostCity: 'the host city',
  zones: [],
  typed: '',
  returnTo: '/game',
  next: sampleNextDeadline,
}
