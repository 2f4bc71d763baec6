import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { formatCount } from '#app/ui/format.ts'

/** Centred under the rank. */
const movement =
  'mt-1 -ml-1.5 flex w-9.5 items-center justify-center gap-[0.1rem] text-xs/[1.2] whitespace-nowrap tabular-nums'

/** Ranks won or lost since what the page names, as an arrow and a number; nothing where there is none. */
export function Movement({ places }: { places: number | null | undefined }) {
  if (places === null || places === undefined) return null
  if (places === 0)
    return (
      <span className={classes(movement, 'text-muted')}>
        <span aria-hidden="true">=</span>
        <span className="sr-only"> unchanged</span>
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

/** The same in a line of text: '▲3', '▼12', '='; nothing where there is none. */
export function MovementText({ places }: { places: number }) {
  const [sign, words] = places === 0 ? ['=', 'unchanged'] : places > 0 ? ['▲', 'up '] : ['▼', 'down ']
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{` ${words}`}</span>
      {places !== 0 && <span>{formatCount(Math.abs(places))}</span>}
    </>
  )
}
