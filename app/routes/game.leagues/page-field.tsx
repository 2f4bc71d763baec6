import type { LeagueView } from './load.server.ts'

/** Sends the table page with a form, so that the redirect shows the same page. */
export function PageField({ league }: { league: LeagueView }) {
  return (
    <>
      <input type="hidden" name="leagueId" value={league.id} />
      <input type="hidden" name="page" value={league.page} />
    </>
  )
}
