import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Num } from '#app/ui/data/unit.tsx'

/** The shape of a lamp. Forced colours and print drop backgrounds: an outline replaces it. */
const lamp =
  'place-items-center leading-none font-[850] font-stretch-62% tabular-nums [clip-path:var(--lamp)] forced-colors:border forced-colors:[clip-path:none] print:border print:border-ink print:[clip-path:none]'

const unlit = 'bg-[color-mix(in_oklab,var(--ink)_22%,var(--surface))] text-ink'

const lights: Readonly<Record<number, string>> = {
  1: 'bg-spot text-on-spot',
  2: 'bg-ink text-bg',
  3: 'bg-ink text-bg',
}

const sizes = {
  m: 'size-11 text-[1.75rem]',
  s: 'size-9 text-[1.4rem]',
  /** Stands on a flag. */
  flag: 'h-7.25 w-8.5 text-[1.4rem]',
} as const

/** The lamp with a line-up position (1 to 6): first in spot, second and third in ink (spec 9). */
export function Position({ position, size = 'm' }: { position: number; size?: keyof typeof sizes }) {
  return (
    <span
      className={classes(
        'grid flex-none pt-0.5 print:bg-transparent print:text-ink',
        sizes[size],
        lights[position] ?? unlit,
        lamp,
      )}
    >
      <span className="sr-only">Position </span>
      <span translate="no">{position}</span>
    </span>
  )
}

const shareLook =
  'inline-flex items-baseline rounded-[4px] px-[0.45rem] py-[0.3rem] text-num-sm leading-none font-[800] font-stretch-62% tabular-nums forced-colors:border print:border print:border-ink print:bg-transparent print:text-ink'

/** The share of the points that a position earns, in percent, in a box. */
export function Share({
  percent,
  isFirst,
  className,
}: {
  percent: number
  isFirst?: boolean
  className?: string
}) {
  return (
    <span
      className={classes(
        shareLook,
        isFirst
          ? 'bg-spot text-on-spot'
          : '[box-shadow:inset_0_0_0_1.5px_var(--edge)] print:[box-shadow:none]',
        className,
      )}
    >
      <span translate="no">{Math.round(percent)}%</span>
    </span>
  )
}

const medals: Readonly<Record<number, string>> = { 1: 'bg-gold', 2: 'bg-silver', 3: 'bg-bronze' }

/** A rank as a gold, silver or bronze medal; a plain numeral from 4 on. Tied teams get the same medal (D5). */
export function Medal({ rank, small }: { rank: number | null; small?: boolean }) {
  const metal = rank === null ? undefined : medals[rank]
  if (!metal)
    return (
      <Num className="-ml-1.5 inline-block min-w-9.5 text-center text-[1.625rem]">
        <NumberOrDash>{rank === null ? '-' : rank.toLocaleString('en-US')}</NumberOrDash>
      </Num>
    )
  return (
    <span
      className={classes(
        'inline-grid pt-0.75 text-on-spot print:size-6 print:pt-0 print:text-[14pt]',
        small ? 'size-6.5 text-base' : '-ml-1.5 size-9.5 text-[1.5rem]',
        metal,
        lamp,
      )}
    >
      <span translate="no">{rank}</span>
    </span>
  )
}
