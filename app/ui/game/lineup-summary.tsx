import { isLampOff } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { classes } from '#app/ui/classes.ts'
import { Num } from '#app/ui/data/unit.tsx'
import { CountryLamp } from './country-lamp.tsx'
import { ShowStateText } from './show-state.tsx'

interface LineupSummaryProps {
  entries: readonly { code: string; country: string; show: ShowStateView }[]
  percentages: readonly number[]
}

/** The whole line-up: rows of lamp on flag, name, state in the show, and share. Last part of a Card. */
export function LineupSummary({ entries, percentages }: LineupSummaryProps) {
  return (
    <ol>
      {entries.map(({ code, country, show }, i) => (
        <li
          key={code}
          className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-gap py-1 first:border-t-0 max-2xs:gap-x-2"
        >
          <CountryLamp code={code} position={i + 1} show={show} />
          <span>
            <b
              className={classes('wrap-anywhere block leading-[1.25]', isLampOff(show.state) && 'text-muted')}
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
  )
}
