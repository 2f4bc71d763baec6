import type { LeagueView } from './view.ts'

/** The page of the league's table that lies beneath the dialog. */
export function toLeagueUrl({ id, page }: LeagueView): string {
  return `?leagueId=${id}&page=${page}`
}

/** A form finds back to it too: what it does leaves its writer on that page. */
export function PageField({ league }: { league: LeagueView }) {
  return (
    <>
      <input type="hidden" name="leagueId" value={league.id} />
      <input type="hidden" name="page" value={league.page} />
    </>
  )
}
