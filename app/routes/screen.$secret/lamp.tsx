import type { ShowState } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'

/** Words for the lamps at the edge of the screen. */
export const lampWords: Record<ShowState, string> = {
  absent: 'another show',
  waiting: 'to come',
  sung: 'sung',
  through: 'through',
  out: 'out',
  withdrawn: 'withdrawn',
}

const looks: Record<ShowState, string> = {
  absent: 'fill-none stroke-edge [stroke-dasharray:5_4]',
  waiting: 'fill-[color-mix(in_oklab,var(--ink)_22%,transparent)]',
  sung: 'fill-ink',
  through: 'fill-gold',
  out: 'fill-sunken stroke-edge',
  withdrawn: 'fill-sunken stroke-edge',
}

/** What a lamp that is dark has in it: a cross, or a bar. */
const marks: Partial<Record<ShowState, string>> = {
  out: 'M14 14l16 16m0-16L14 30',
  withdrawn: 'M11 22h22',
}

/** The lamp of a country in a show (D35). Its words stand beside it, or are read out. */
export function ScreenLamp({ state }: { state: ShowState }) {
  return (
    <svg className="h-8.5 w-7.5 flex-none max-lg:h-5 max-lg:w-4.5" viewBox="0 0 44 44" aria-hidden="true">
      <path
        className={classes(looks[state], 'stroke-2 forced-colors:stroke-[CanvasText]')}
        d="M11 2h22L42.5 42h-41z"
      />
      {marks[state] && <path className="fill-none stroke-3 stroke-muted" d={marks[state]} />}
    </svg>
  )
}
