import type { CountryHolders } from './load.server.ts'

/** A column of the countries, which the list can be sorted by. */
export type CountrySort = 'name' | 'price' | 'held' | 'first' | 'points'

const sortValue = {
  name: () => 0,
  price: (row) => row.priceTenths,
  held: (row) => row.held,
  first: (row) => row.first ?? 0,
  points: (row) => row.points ?? 0,
} satisfies Record<CountrySort, (row: CountryHolders) => number>

/** The highest first, equal ones by name; by name alone from A. */
export function sortCountries(rows: readonly CountryHolders[], sort: CountrySort): CountryHolders[] {
  return [...rows].sort(
    (a, b) => sortValue[sort](b) - sortValue[sort](a) || a.country.localeCompare(b.country, 'en'),
  )
}
