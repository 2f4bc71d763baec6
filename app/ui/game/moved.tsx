import { classes } from '#app/ui/classes.ts'
import { formatCount } from '#app/ui/format.ts'

const look = 'inline-flex items-center whitespace-nowrap'

/** Places won or lost since what the page names, as a triangle and a number; nothing where there is none. */
export function Moved({ places, className }: { places: number | null; className: string }) {
  if (places === null) return null
  if (places === 0)
    return (
      <span className={classes(look, 'text-muted', className)}>
        <span aria-hidden="true">=</span>
        <span className="sr-only"> unchanged</span>
      </span>
    )
  const isUp = places > 0
  const count = Math.abs(places)
  return (
    <span className={classes(look, isUp ? 'text-ok' : 'text-bad', className)}>
      <svg
        className="size-[0.62em] flex-none fill-current"
        width="1em"
        height="1em"
        viewBox="0 0 10 10"
        aria-hidden="true"
      >
        <path d={isUp ? 'M5 .5 10 9.5H0z' : 'M5 9.5 0 .5h10z'} />
      </svg>
      {formatCount(count)}
      <span className="sr-only">
        {count === 1 ? ' place ' : ' places '}
        {isUp ? 'up' : 'down'}
      </span>
    </span>
  )
}
