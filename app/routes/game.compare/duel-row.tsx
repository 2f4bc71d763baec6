import type { DuelRow as Duel } from '#app/game/scoring/compare-teams.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Bar } from '#app/ui/charts/chart.tsx'
import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { Position } from '#app/ui/game/position.tsx'

interface DuelRowProps {
  row: Duel
  /** The largest difference of a row: its bar is as wide as its side. */
  largest: number
}

/** A country between two teams: my points, the country, theirs; a bar grows to the side that gains. */
export function DuelRow({ row, largest }: DuelRowProps) {
  const { code, country, mine, theirs, differenceHundredths, isSame } = row
  const percent = (100 * Math.abs(differenceHundredths)) / largest
  return (
    <li
      className={classes(
        'grid min-h-17 grid-cols-[minmax(0,1fr)_minmax(5.25rem,auto)_minmax(0,1fr)] items-center border-line not-first:border-t md:grid-cols-[minmax(0,1fr)_minmax(7.5rem,auto)_minmax(0,1fr)] print:break-inside-avoid',
        isSame && 'bg-sunken',
      )}
    >
      <Side side={mine} percent={differenceHundredths > 0 ? percent : 0} isMine />
      <div className="grid justify-items-center gap-[0.3rem] px-1 py-[0.4rem] text-center font-bold text-sm/[1.15]">
        <Flag code={code} />
        <span className="wrap-anywhere">{country}</span>{' '}
        <small className="font-normal text-muted text-xs">{describeHolders(row)}</small>
      </div>
      <Side side={theirs} percent={differenceHundredths < 0 ? percent : 0} />
    </li>
  )
}

function describeHolders({ mine, theirs, isSame }: Duel): string {
  if (mine && theirs) return isSame ? 'both, same share' : 'both'
  return mine ? 'yours' : 'theirs'
}

interface SideProps {
  side: Duel['mine']
  /** How wide its bar is. */
  percent: number
  isMine?: boolean
}

function Side({ side, percent, isMine }: SideProps) {
  return (
    <div
      className={classes(
        'relative flex h-full min-h-17 items-center gap-[0.6rem] px-[clamp(0.4rem,0.2rem+1.2vw,1.5rem)] max-2xs:gap-[0.3rem]',
        !isMine && 'flex-row-reverse',
      )}
    >
      {side?.position && <Position position={side.position} size="flag" />}{' '}
      <span
        className={side ? 'num text-[1.5rem] max-2xs:text-[1.25rem] md:text-[2rem]' : 'text-muted text-sm'}
      >
        {side ? <NumberOrDash>{formatPoints(side.scoreHundredths)}</NumberOrDash> : <NotHeld />}
      </span>
      {percent > 0 && (
        <Bar
          className="absolute inset-x-0 bottom-0 h-[5px] w-full"
          parts={[
            { from: isMine ? 100 - percent : 0, size: percent, className: isMine ? 'fill-spot' : 'fill-ink' },
          ]}
        />
      )}
    </div>
  )
}

function NotHeld() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only"> not held</span>
    </>
  )
}
