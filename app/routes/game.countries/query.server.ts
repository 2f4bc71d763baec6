import { z } from 'zod'

/** By what the countries are sorted: their names from A, everything else from the highest. */
export const countriesQuery = z.object({
  round: z.string().max(20).nullable().default(null),
  sort: z.enum(['name', 'price', 'held', 'first', 'points']).default('held'),
})

/** A column of the countries, which the list can be sorted by. */
export type CountrySort = z.output<typeof countriesQuery>['sort']
