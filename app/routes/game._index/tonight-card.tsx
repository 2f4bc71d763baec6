import { Flag } from '#app/ui/art/flag.tsx'
import { TitledCard } from '#app/ui/data/card.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Fact, Facts } from '#app/ui/layout/page-header.tsx'
import type { DashboardTeam, DashboardView } from './load.server.ts'

interface TonightCardProps {
  tonight: NonNullable<DashboardView['tonight']>
  team: Pick<DashboardTeam, 'totalHundredths' | 'rank'> | null
}

/** The show that is on: the own country on stage, the points and the rank as they stand, and the way to the live page. */
export function TonightCard({ tonight: { title, onStage }, team }: TonightCardProps) {
  return (
    <TitledCard id="live-now" title="Live now" stage>
      <p className="display text-[2.25rem]/none">{title}</p>
      {onStage && (
        <p className="flex items-center gap-3">
          <Flag code={onStage.code} className="w-9.5" />
          <span>
            <b>{onStage.country}</b> <span className="text-muted">is on. Your {onStage.place}.</span>
          </span>
        </p>
      )}
      {team && team.rank !== null && (
        <Facts>
          <Fact label="Points">{formatPoints(team.totalHundredths)}</Fact>
          <Fact label="Rank">
            <Unit>#</Unit>
            {formatCount(team.rank)}
          </Fact>
        </Facts>
      )}
      <LinkButton variant="spot" href="/game/live">
        Open live
      </LinkButton>
    </TitledCard>
  )
}
