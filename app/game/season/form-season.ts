import type { Game } from './contest.ts'

/** The season that a form belongs to and the one that is being played, by their years. */
export interface FormSeasons {
  form: number
  active: number
}

/** Whether a form belongs to another season than the active one. One that says none (an old tab, a call) means that one. */
export function isFromOtherSeason(
  season: number | undefined,
  { year }: Pick<Game, 'year'>,
): season is number {
  return season !== undefined && season !== year
}
