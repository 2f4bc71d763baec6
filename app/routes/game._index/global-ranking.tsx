import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { RankingPager, RankingTable } from '#app/ui/game/ranking-table.tsx'
import type { DashboardView } from './load.server.ts'

/** The Global Top 100, ten per page; the viewer's own row follows when it is on another page (D5). */
export function GlobalRanking({ ranking }: Pick<DashboardView, 'ranking'>) {
  const { rows, ownRow, since, ownPage, page, pageCount } = ranking
  return (
    <Card labelledBy="global-top">
      <CardHeader id="global-top" title="Global Top 100">
        <p className="text-muted text-sm">{ranking.standing}</p>
      </CardHeader>
      {rows.length === 0 ? (
        <p className="p-gap text-muted">No team has joined yet. Yours could be the first.</p>
      ) : (
        <RankingTable caption="Global Top 100" rows={rows} ownRow={ownRow} since={since} soft />
      )}
      <RankingPager
        page={page}
        pageCount={pageCount}
        ownPage={ownPage}
        href={(n) => `?page=${n}`}
        label="Pages of the ranking"
      />
    </Card>
  )
}
