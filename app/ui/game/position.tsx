import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'

/** The lamp with a line-up position (1 to 6): first in spot, second and third in ink (spec 9). */
export function Position({ position, small }: { position: number; small?: boolean }) {
  return (
    <span className={classes('pos', position <= 3 && `pos-${position}`, small && 'pos-s')}>
      <span className="sr-only">Position </span>
      {position}
    </span>
  )
}

/** The share of the points that a position earns, in percent, in a box. */
export function Share({ percent, isFirst }: { percent: number; isFirst?: boolean }) {
  return <span className={classes('share', isFirst && 'share-1')}>{Math.round(percent)}%</span>
}

/** The same as a numeral above a level bar. */
export function ShareLevel({ percent, isFirst }: { percent: number; isFirst?: boolean }) {
  return (
    <div className="lvl">
      <span className={classes('num', isFirst && 'text-spot-ink hot')}>
        {Math.round(percent)}
        <span className="unit">%</span>
      </span>
      <svg className="fader" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={percent} height="6" />
      </svg>
    </div>
  )
}

/** A rank as a gold, silver or bronze medal; a plain numeral from 4 on. Tied teams get the same medal (D5). */
export function Medal({ rank, small }: { rank: number | null; small?: boolean }) {
  if (rank === null)
    return (
      <span className="num">
        <NumberOrDash>-</NumberOrDash>
      </span>
    )
  if (rank > 3) return <span className="num">{rank.toLocaleString('en-US')}</span>
  return <span className={classes('medal', `m${rank}`, small && 'medal-s')}>{rank}</span>
}
