import type { ReactNode } from 'react'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { WhatIfForm } from './what-if-form.tsx'

type Chances = NonNullable<LiveView['chances']>
type OtherPlace = NonNullable<NonNullable<OfKind<'semi-final'>['other']>['place']>
type OfKind<Kind extends Chances['kind']> = Extract<Chances, { kind: Kind }>

/**
 * What would still have to happen: what the first own country that can still bring a place needs, or what the last places of a semi-final would bring; with
 * the form of a what-if, which stands alone where nothing is told.
 */
export function ChancesCard({ view }: { view: LiveView }) {
  const { chances } = view
  return (
    <Card labelledBy="chances" pad>
      {chances === null ? (
        <CardTitle id="chances">Other points</CardTitle>
      ) : chances.kind === 'final' ? (
        <FinalChances chances={chances} />
      ) : (
        <SemiChances chances={chances} />
      )}
      <WhatIfForm view={view} />
    </Card>
  )
}

function FinalChances({ chances: { entry, rungs } }: { chances: OfKind<'final'> }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Flag code={entry.code} />
        <CardTitle id="chances">{entry.country} decides</CardTitle>
      </div>
      <p className="text-muted">Points it still needs, if no other country gets any:</p>
      <ul>
        {rungs.map(({ points, place, league }) => (
          <Rung key={league?.id ?? 'all'} figure={formatCount(points)}>
            {league ? (
              <>
                1st in <bdi translate="no">{league.leagueName}</bdi>
              </>
            ) : (
              describeWorldPlace(place)
            )}
          </Rung>
        ))}
      </ul>
    </>
  )
}

const describeWorldPlace = (place: number) => (place > 1 ? `Global Top ${place}` : '1st of all teams')

function SemiChances({ chances }: { chances: OfKind<'semi-final'> }) {
  const { placesLeft, waitingCount, ownCount, rungs, other } = chances
  return (
    <>
      <CardTitle id="chances">
        {placesLeft === 1 ? 'One place left' : `${formatCount(placesLeft)} places left`}
      </CardTitle>
      <p className="text-muted">
        {waitingCount === 1 ? '1 country still waits' : `${waitingCount} countries still wait`}.{' '}
        {ownCount === 1 ? 'One is' : `${ownCount} are`} yours.
      </p>
      <ul>
        {rungs.map(({ code, country, totalHundredths, place }) => (
          <Rung key={code} flag={<Flag code={code} size="lamp" />} figure={formatPoints(totalHundredths)}>
            {country}
            {place && (
              <>
                : {formatOrdinal(place.rank)} in <bdi translate="no">{place.leagueName}</bdi>
              </>
            )}
          </Rung>
        ))}
        {other && (
          <Rung flag={noFlag} figure={formatPoints(other.totalHundredths)}>
            If it is another{other.place && <>: {describePlaces(other.place)}</>}
          </Rung>
        )}
      </ul>
    </>
  )
}

/** '4th in Sofa Jury', or '4th to 6th in Sofa Jury' where it depends on which country. */
function describePlaces({ rank, worstRank, leagueName }: OtherPlace) {
  const last = worstRank > rank ? ` to ${formatOrdinal(worstRank)}` : ''
  return (
    <>
      {formatOrdinal(rank) + last} in <bdi translate="no">{leagueName}</bdi>
    </>
  )
}

const noFlag = (
  <span className="w-9.5 flex-none text-center text-muted after:content-['–']" aria-hidden="true" />
)

function Rung({ flag, figure, children }: { flag?: ReactNode; figure: string; children: ReactNode }) {
  return (
    <li className="flex min-h-16 items-center gap-3.5 border-line border-t py-2">
      {flag}
      <span translate="no" className={classes('num flex-none text-num-lg', flag ? 'min-w-24' : 'min-w-18')}>
        {figure}
      </span>{' '}
      <span className="wrap-anywhere font-bold">{children}</span>
    </li>
  )
}
