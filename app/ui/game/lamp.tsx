import type { LampState } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'

interface LampProps {
  state: LampState
  /** Whether a digit stands on it, in the place of its sign. */
  hasDigit?: boolean
  /** Its size. */
  className: string
}

/**
 * The lamp of a country in a show (D35), as LampSymbols draws its state: its words stand beside it, or are read out. The layout
 * has the drawings, so that the game's script needs none.
 */
export function Lamp({ state, hasDigit, className }: LampProps) {
  return (
    <svg
      className={classes('forced-colors:stroke-[CanvasText]', className)}
      width="1em"
      height="1em"
      aria-hidden="true"
    >
      <use href={`#lamp-${state}${hasDigit ? '-digit' : ''}`} />
    </svg>
  )
}
