import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { formatCount } from '#app/ui/format.ts'

const look = 'inline-flex items-center gap-[0.15em] whitespace-nowrap font-bold tabular-nums'

/** Places won or lost since the press before; nothing before the second one. */
export function Moved({ places, className }: { places: number | null; className?: string }) {
  if (places === null) return null
  if (places === 0)
    return (
      <span className={classes(look, 'text-muted', className)}>
        <span aria-hidden="true">=</span>
        <span className="sr-only">no change</span>
      </span>
    )
  const direction = places > 0 ? 'up' : 'down'
  const count = Math.abs(places)
  return (
    <span className={classes(look, places > 0 ? 'text-ok' : 'text-bad', className)}>
      <Icon name={`arrow-${direction}`} className="size-[0.8em] flex-none" />
      <span className="sr-only">{direction} </span>
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? 'place' : 'places'}</span>
    </span>
  )
}
