import { sampleEntries, sampleTeam } from '#app/game/sample-data.ts'
import type { CountriesView } from './load.server.ts'

/** Who holds whom behind the sign-in card. */
export const sampleCountriesView: CountriesView = {
  round: { roundNumber: 3, title: 'Grand final' },
  rounds: [{ roundNumber: 3, title: 'Grand final' }],
  sort: 'held',
  live: null,
  teamCount: 1000,
  rows: sampleEntries.map(({ code, country, priceTenths }, index) => ({
    code,
    country,
    priceTenths,
    held: 500 - index * 30,
    heldPermille: 500 - index * 30,
    first: 200 - index * 15,
    points: 300 - index * 20,
    isMine: index % 3 === 0,
  })),
  mostHeld: [...sampleTeam],
  rarest: null,
}
