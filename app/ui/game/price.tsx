import { classes } from '#app/ui/classes.ts'
import { Unit } from '#app/ui/data/unit.tsx'
import { formatPrice } from '#app/ui/format.ts'

interface PriceProps {
  tenths: number
  large?: boolean
  /** Its place in a grid. */
  className?: string
}

/** A price or budget in millions of euros, with a small M: '19M'. */
export function Price({ tenths, large, className }: PriceProps) {
  return (
    <span
      translate="no"
      className={classes(
        'whitespace-nowrap font-[800] font-stretch-66% tabular-nums leading-none',
        large ? 'text-[2.25rem]' : 'text-[1.75rem]',
        className,
      )}
    >
      {formatPrice(tenths)}
      <small className="font-[750] text-[0.62em]">M</small>
    </span>
  )
}

/** The same inside a large numeral: '4.5M' with a half-size M. */
export function Millions({ tenths }: { tenths: number }) {
  return (
    <>
      {formatPrice(tenths)}
      <Unit>M</Unit>
    </>
  )
}
