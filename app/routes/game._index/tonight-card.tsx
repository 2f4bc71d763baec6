import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Fact, Facts } from '#app/ui/layout/page-header.tsx'
import type { DashboardView } from './load.server.ts'

interface TonightCardProps {
  tonight: NonNullable<DashboardView['tonight']>
  hasTeam: boolean
}

/**
 * The show that is on: the song, the own country on stage, the points and places as they stand, and the way to the live page, without
 * a team to the countries.
 */
export function TonightCard({ tonight: { title, song, onStage, figures }, hasTeam }: TonightCardProps) {
  return (
    <Card labelledBy="live-now" pad stage>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CardTitle id="live-now">Live now</CardTitle>
        {song && (
          <p className="num whitespace-nowrap text-num-lg">
            <Unit>Song</Unit> {song.begun}
            <span className="text-muted">
              <span className="sr-only"> </span>
              <Unit>of {song.outOf}</Unit>
            </span>
          </p>
        )}
      </div>
      <p className="display text-[2.25rem]/none">{title}</p>
      {onStage && (
        <p className="flex items-center gap-3">
          <Flag code={onStage.code} size="lamp" />
          <span>
            <b>{onStage.country}</b> <span className="text-muted">is on. Your {onStage.place}.</span>
          </span>
        </p>
      )}
      {figures && (
        <div>
          <Facts>
            <Fact label="Points">{formatPoints(figures.totalHundredths)}</Fact>
            <Fact label="Rank">
              <Unit>#</Unit>
              {formatCount(figures.rank)}
            </Fact>
            {figures.league && (
              <Fact label={<bdi translate="no">{figures.league.leagueName}</bdi>}>
                {figures.league.place.slice(0, -2)}
                <Unit>{figures.league.place.slice(-2)}</Unit>
              </Fact>
            )}
          </Facts>
        </div>
      )}
      <LinkButton variant="spot" href={hasTeam ? '/game/live' : '/game/countries'}>
        {hasTeam ? 'Open live' : 'See the countries'}
      </LinkButton>
    </Card>
  )
}
