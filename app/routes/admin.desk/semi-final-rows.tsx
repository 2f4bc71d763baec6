import { toFieldText } from '#app/game/scoring/desk-draft.ts'
import { qualifierPoints } from '#app/game/scoring/vote-total.ts'
import type { DeskRow } from '#app/server/desk/desk-state.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Num } from '#app/ui/data/unit.tsx'
import type { DeskView } from './view.ts'

/** The countries of a semi-final: the whole row is the button, pressed when the country is read out, and once more to take it back. */
export function SemiFinalRows({ view }: { view: DeskView }) {
  return (
    <ul className="border-line border-t">
      {view.rows.map((row) => (
        <li key={row.code} className="border-line border-b">
          <SemiFinalRow row={row} isOfficial={view.isOfficial} isPressed={view.pressed === row.code} />
        </li>
      ))}
    </ul>
  )
}

interface SemiFinalRowProps {
  row: DeskRow
  isOfficial: boolean
  /** Whether it was pressed last. */
  isPressed: boolean
}

function SemiFinalRow({ row, isOfficial, isPressed }: SemiFinalRowProps) {
  const { code, country, runningOrder, points } = row
  const isThrough = points !== null && points > 0
  return (
    <button
      type="submit"
      name="change"
      value={toChange(row, isThrough ? '' : String(qualifierPoints))}
      aria-pressed={isThrough}
      disabled={isOfficial}
      aria-describedby={isOfficial ? 'desk-status' : undefined}
      className={classes(
        'grid min-h-14 w-full grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1 text-start hover:bg-raised focus-visible:-outline-offset-4 max-2xs:gap-x-[0.6rem] forced-colors:border',
        isThrough &&
          'bg-[linear-gradient(to_left,color-mix(in_oklab,var(--gold)_30%,transparent),transparent_60%)]',
      )}
      {...{ autoFocus: isPressed }}
    >
      <Num className="text-right text-[1.375rem] text-muted">{runningOrder}</Num>
      <Flag code={code} className="max-2xs:w-9.5" />
      <span className="wrap-anywhere font-bold">{country}</span>{' '}
      <span className="flex items-center gap-2 text-sm">
        <span className={isThrough || row.isOnStage ? 'font-[680]' : 'text-muted'}>{row.state}</span>{' '}
        <ReadOutLamp readOut={row.readOut} isThrough={isThrough} />
      </span>
    </button>
  )
}

/** The value of a button that gives a country other points than the page shows: 'SE::50'. */
export function toChange({ code, points }: DeskRow, to: string): string {
  return `${code}:${toFieldText(points)}:${to}`
}

/** Gold with the number in which the country was read out; a dashed outline before. */
function ReadOutLamp({ readOut, isThrough }: { readOut: number | null; isThrough: boolean }) {
  if (!isThrough)
    return (
      <svg
        className="h-7.25 w-8.5 flex-none stroke-edge"
        viewBox="0 0 34 29"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="4 3"
        aria-hidden="true"
      >
        <path d="M9 1h16l8 27H1z" />
      </svg>
    )
  return (
    <span
      translate="no"
      className="grid h-7.25 w-8.5 flex-none place-items-center bg-gold pt-0.5 font-[850] font-stretch-62% text-[1.4rem] text-on-spot tabular-nums leading-none [clip-path:var(--lamp)] forced-colors:border forced-colors:[clip-path:none]"
    >
      {readOut ?? '✓'}
    </span>
  )
}
