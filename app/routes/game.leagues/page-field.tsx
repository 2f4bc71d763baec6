import type { LeagueView } from './view.ts'

/** URL of the league's table page behind the dialog. */
export function toLeagueUrl({ id, page }: LeagueView): string {
  return `?leagueId=${id}&page=${page}`
}

/** Sends the table page with a form, so that the redirect shows the same page. */
export function PageField({ league }: { league: LeagueView }) {
  return (
    <>
      <input type="hidden" name="leagueId" value={league.id} />
      <input type="hidden" name="page" value={league.page} />
    </>
  )
}
