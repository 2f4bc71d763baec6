import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { LineupSummary } from '#app/ui/game/lineup-summary.tsx'
import { ChangeUntil, SavedBadge } from '#app/ui/game/receipt.tsx'
import type { DashboardTeam } from './load.server.ts'

interface LineupCardProps {
  lineup: NonNullable<DashboardTeam['lineup']>
  percentages: readonly number[]
}

/** The line-up of the next round at a glance. */
export function LineupCard({ lineup, percentages }: LineupCardProps) {
  return (
    <Card labelledBy="your-lineup">
      <CardHeader id="your-lineup" title="Your line-up" note={<Note lineup={lineup} />}>
        <SavedBadge {...lineup} />
      </CardHeader>
      <LineupSummary entries={lineup.entries} percentages={percentages} />
    </Card>
  )
}

function Note({ lineup: { title, deadline } }: Pick<LineupCardProps, 'lineup'>) {
  return (
    <>
      {title}
      {deadline && (
        <>
          {' · '}
          <ChangeUntil deadline={deadline} />
        </>
      )}
    </>
  )
}
