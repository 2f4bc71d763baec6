import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { formatCount } from '#app/ui/format.ts'

/** Centred under the rank. */
const movement =
  'mt-1 -ml-1.5 flex w-9.5 items-center justify-center gap-[0.1rem] text-xs/[1.2] whitespace-nowrap tabular-nums'

/** Ranks won or lost since the previous round, as an arrow and a number; nothing without a previous round. */
export function Movement({ places }: { places: number | null | undefined }) {
  if (places === null || places === undefined) return null
  if (places === 0)
    return (
      <span className={classes(movement, 'text-muted')}>
        <span aria-hidden="true">=</span>
        <span className="sr-only">same</span>
      </span>
    )
  const direction = places > 0 ? 'up' : 'down'
  return (
    <span className={classes(movement, places > 0 ? 'text-ok' : 'text-bad')}>
      <Icon name={`arrow-${direction}`} className="size-[0.8125rem] flex-none" />
      <span className="sr-only">{direction} </span>
      {formatCount(Math.abs(places))}
    </span>
  )
}

/** The same in words: 'up 12', 'down 3', 'same rank as before'; empty without a previous round. */
export function describeMovement(places: number | null): string {
  if (places === null) return ''
  if (places === 0) return 'same rank as before'
  return `${places > 0 ? 'up' : 'down'} ${formatCount(Math.abs(places))}`
}
