import { Band } from '#app/ui/band.tsx'
import type { Light } from '#app/ui/beams.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Main } from '#app/ui/main.tsx'
import { type RankingRow, RankingTable } from '#app/ui/ranking-table.tsx'
import { Toasts } from '#app/ui/toasts.tsx'

export interface LeaguesView {
  /** The team's countries, for the band. */
  lights: readonly Light[]
  leagues: readonly { id: number; leagueName: string; memberCount: number; rows: readonly RankingRow[] }[]
}

/** My Leagues: each league of the team with the top of its table. */
export function LeaguesPage({ view }: { view: LeaguesView }) {
  return (
    <Main>
      <Band title="My Leagues" lead="Play against people you know." lights={view.lights} />
      <Toasts />
      <div className="wrap grid half">
        {view.leagues.length === 0 && (
          <Card pad labelledBy="no-leagues">
            <h2 id="no-leagues">No Leagues Yet</h2>
            <p className="muted">Leagues you are a member of will stand here.</p>
          </Card>
        )}
        {view.leagues.map((league) => (
          <Card key={league.id} labelledBy={`league-${league.id}`}>
            <CardHeader
              id={`league-${league.id}`}
              title={league.leagueName}
              note={members(league.memberCount)}
            />
            <RankingTable caption={league.leagueName} rows={league.rows} soft />
          </Card>
        ))}
      </div>
    </Main>
  )
}

function members(count: number): string {
  return count === 1 ? '1 member' : `${count} members`
}
