import { Icon } from '#app/ui/art/icon.tsx'
import { formatCount } from '#app/ui/format.ts'

/** Ranks won or lost since the previous round, as an arrow and a number; nothing without a previous round. */
export function Movement({ places }: { places: number | null | undefined }) {
  if (places === null || places === undefined) return null
  if (places === 0)
    return (
      <span className="move">
        <span aria-hidden="true">=</span>
        <span className="sr-only">same</span>
      </span>
    )
  const direction = places > 0 ? 'up' : 'down'
  return (
    <span className={`move move-${direction}`}>
      <Icon name={`arrow-${direction}`} />
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
