import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { RankingTable } from '#app/ui/game/ranking-table.tsx'
import { Pager } from '#app/ui/navigation/pager.tsx'
import type { DashboardTeam, Ranking } from './view.ts'

/** The Global Top 100, ten per page; the viewer's own row follows when it is on another page (D5). */
export function GlobalRanking({ ranking, team }: { ranking: Ranking; team: DashboardTeam | null }) {
  const { rows, ownRow, ownPage, page, pageCount, isComputed } = ranking
  return (
    <Card labelledBy="global-top">
      <CardHeader id="global-top" title="Global Top 100">
        <p className="sm muted">{describeStanding(team, isComputed)}</p>
      </CardHeader>
      {rows.length === 0 ? (
        <p className="pad muted">No team has joined yet. Yours could be the first.</p>
      ) : (
        <RankingTable caption="Global Top 100" rows={rows} ownRow={ownRow} soft />
      )}
      {pageCount > 1 && (
        <CardFooter className="stack">
          <Pager
            page={page}
            pageCount={pageCount}
            href={(n) => `?page=${n}`}
            label="Pages of the ranking"
            soft
          />
          {ownPage !== null && (
            <p className="row middle">
              <LinkButton variant="line" href={`?page=${ownPage}`} soft>
                Go to your row
              </LinkButton>
            </p>
          )}
        </CardFooter>
      )}
    </Card>
  )
}

function describeStanding(team: DashboardTeam | null, isComputed: boolean): string {
  if (!isComputed) return 'No ranking available yet'
  if (!team) return ''
  return team.rank === null ? 'Your team is ranked after the next round' : `You are ${formatRank(team.rank)}`
}
