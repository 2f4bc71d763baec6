import { classes } from '#app/ui/classes.ts'
import { formatPrice } from '#app/ui/format.ts'

/** A price or budget in millions of euros, with a small M: '19M'. */
export function Price({ tenths, large }: { tenths: number; large?: boolean }) {
  return (
    <span className={classes('price', large && 'price-lg')}>
      {formatPrice(tenths)}
      <small>M</small>
    </span>
  )
}

/** The same inside a large numeral (`.num`): '4.5M' with a half-size M. */
export function Millions({ tenths }: { tenths: number }) {
  return (
    <>
      {formatPrice(tenths)}
      <span className="unit">M</span>
    </>
  )
}
