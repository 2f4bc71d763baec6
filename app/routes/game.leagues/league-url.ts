import type { LeagueView } from './load.server.ts'

/** URL of a page of the league's table. */
export function toLeagueUrl({ id, page }: Pick<LeagueView, 'id' | 'page'>): string {
  return `?leagueId=${id}&page=${page}`
}
