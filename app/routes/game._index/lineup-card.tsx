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
      <CardHeader id="your-lineup" title="Your line-up">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <SavedBadge {...lineup} />
          {lineup.deadline && (
            <span className="text-muted text-sm">
              <ChangeUntil deadline={lineup.deadline} />
            </span>
          )}
        </span>
      </CardHeader>
      <LineupSummary entries={lineup.entries} percentages={percentages} />
    </Card>
  )
}
