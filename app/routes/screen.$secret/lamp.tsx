import type { ShowState } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'

/** What a lamp shows: the state of its country in the show (D35), or that it is on stage now. */
export type ScreenLampKind = ShowState | 'on-stage'

/** Words for the lamps at the edge of the screen. */
export const lampWords: Record<ScreenLampKind, string> = {
  absent: 'another show',
  waiting: 'to come',
  'on-stage': 'on stage',
  sung: 'sung',
  through: 'through',
  out: 'out',
  withdrawn: 'withdrawn',
}

const looks: Record<ScreenLampKind, string> = {
  absent: 'fill-none stroke-edge [stroke-dasharray:5_4]',
  waiting: 'fill-[color-mix(in_oklab,var(--ink)_22%,transparent)]',
  'on-stage': 'fill-spot',
  sung: 'fill-ink',
  through: 'fill-gold',
  out: 'fill-sunken stroke-edge',
  withdrawn: 'fill-sunken stroke-edge',
}

/** An arrow in the lamp that is on now; a cross or a bar in one that is dark. */
const marks: Partial<Record<ScreenLampKind, { path: string; look: string }>> = {
  'on-stage': { path: 'M22 12v20m-8-7 8 8 8-8', look: 'stroke-on-spot' },
  out: { path: 'M14 14l16 16m0-16L14 30', look: 'stroke-muted' },
  withdrawn: { path: 'M11 22h22', look: 'stroke-muted' },
}

/** The lamp of a country. Its words stand beside it, or are read out. */
export function ScreenLamp({ lamp }: { lamp: ScreenLampKind }) {
  const mark = marks[lamp]
  return (
    <svg className="h-8.5 w-7.5 flex-none max-lg:h-5 max-lg:w-4.5" viewBox="0 0 44 44" aria-hidden="true">
      <path
        className={classes(looks[lamp], 'stroke-2 forced-colors:stroke-[CanvasText]')}
        d="M11 2h22L42.5 42h-41z"
      />
      {mark && <path className={classes('fill-none stroke-3', mark.look)} d={mark.path} />}
    </svg>
  )
}
