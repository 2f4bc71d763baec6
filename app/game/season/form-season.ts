import type { Game } from './contest.ts'

/** The season of a form and the active one, by year. */
export interface FormSeasons {
  form: number
  active: number
}

/** Whether a form belongs to another season than the active one. A form without a season counts as the active one's. */
export function isFromOtherSeason(
  season: number | undefined,
  { year }: Pick<Game, 'year'>,
): season is number {
  return season !== undefined && season !== year
}
