import { isLampOff } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'
import { ChangeUntil, SavedBadge } from '#app/ui/game/receipt.tsx'
import { ShowStateText } from '#app/ui/game/show-state.tsx'
import type { DashboardTeam } from './load.server.ts'

interface LineupCardProps {
  lineup: NonNullable<DashboardTeam['lineup']>
  percentages: readonly number[]
}

/** The line-up of the next round at a glance: rows of lamp on flag, name, state in the show, and share. */
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
      <ol>
        {lineup.entries.map(({ code, country, show }, i) => (
          <li
            key={code}
            className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-gap py-1 first:border-t-0 max-2xs:gap-x-2"
          >
            <CountryLamp code={code} position={i + 1} show={show} />
            <span>
              <b
                className={classes(
                  'wrap-anywhere block leading-[1.25]',
                  isLampOff(show.state) && 'text-muted',
                )}
              >
                {country}
              </b>{' '}
              <span className="text-muted text-sm/[1.3] max-2xs:text-xs">
                <ShowStateText show={show} />
              </span>
            </span>{' '}
            <Num className="text-num-sm">{Math.round(percentages[i] ?? 0)}%</Num>
          </li>
        ))}
      </ol>
    </Card>
  )
}
