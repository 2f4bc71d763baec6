import { sampleTeam } from '#app/game/sample-data.ts'
import type { ScreenSettings } from './load.server.ts'

/** The page of a league's screen behind the sign-in card. */
export const sampleScreenSettings: ScreenSettings = {
  leagueId: 1,
  leagueName: 'The sofa',
  isOwner: true,
  countries: sampleTeam,
  screen: null,
}
