import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Fact, Facts } from '#app/ui/layout/page-header.tsx'
import type { DashboardView } from './load.server.ts'
import { PlaceNumeral } from './place-numeral.tsx'

interface TonightCardProps {
  tonight: NonNullable<DashboardView['tonight']>
  /** Whether its button is the page's main one. */
  isFirst: boolean
}

/** The show that is on: the country on stage, the points and places as they stand, and the way to the live page. */
export function TonightCard({ tonight: { title, song, ownOnStage, figures }, isFirst }: TonightCardProps) {
  return (
    <Card labelledBy="live-now" pad stage>
      <CardTitle id="live-now">Live now</CardTitle>
      <p className="display text-[2.25rem]/none">{title}</p>
      {song && (
        <p className="flex items-center gap-3">
          {song.code && <Flag code={song.code} size="lamp" />}
          <span>
            <b>{song.text}</b> <span className="text-muted">{ownOnStage}</span>
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
                <PlaceNumeral place={figures.league.place} />
              </Fact>
            )}
          </Facts>
        </div>
      )}
      <LinkButton variant={isFirst ? 'spot' : 'line'} href="/game/live">
        Open live
      </LinkButton>
    </Card>
  )
}
