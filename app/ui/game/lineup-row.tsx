import type { ReactNode } from 'react'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Unit } from '#app/ui/data/unit.tsx'
import { EntryText, Row, type SongEntry } from './country-rows.tsx'
import { Position } from './position.tsx'
import { isLampOff, ShowStateText } from './show-state.tsx'

interface LineupRowProps {
  entry: SongEntry
  position: number
  /** Share of the points, in percent. */
  percent: number
  /** The country in the show of this line-up; undefined where nothing is said of it. */
  show: ShowStateView | undefined
  children: ReactNode
}

/** A country in the line-up: lamp, flag, name, share and buttons; the lamp is above the flag on a phone. */
export function LineupRow({ entry, position, percent, show, children }: LineupRowProps) {
  const isOff = show !== undefined && isLampOff(show)
  return (
    <Row
      code={isOff ? null : entry.code}
      className="grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] gap-x-[1.1rem] max-md:grid-cols-[44px_minmax(0,1fr)_auto] max-xs:gap-x-[0.7rem]"
    >
      {isOff ? (
        <OffLamp position={position} isDashed={show.state === 'absent'} />
      ) : (
        <Position position={position} className="max-md:h-9.5 max-md:self-end" />
      )}
      <Flag
        code={entry.code}
        className={classes('max-md:row-start-2 max-md:w-11 max-md:self-start', isOff && 'opacity-50')}
      />
      <EntryText
        entry={entry}
        line={show && <ShowStateText show={show} />}
        isMuted={isOff}
        className="max-md:self-end"
      />
      <ShareLevel percent={percent} isFirst={position === 1} />
      <div className="flex items-center gap-2 max-md:row-span-2 max-xs:grid max-2xs:grid-cols-[44px] max-xs:grid-cols-[44px_44px]">
        {children}
      </div>
    </Row>
  )
}

/** The outline of a lamp, with its position: dashed for a country that sings in another show. */
function OffLamp({ position, isDashed }: { position: number; isDashed: boolean }) {
  return (
    <span className="relative grid size-11 place-items-center pt-0.5 font-[850] font-stretch-62% text-[1.75rem] text-muted tabular-nums leading-none max-md:h-9.5 max-md:self-end">
      <svg
        className="absolute inset-0 size-full stroke-edge"
        viewBox="0 0 44 44"
        preserveAspectRatio="none"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray={isDashed ? '4 3' : undefined}
        aria-hidden="true"
      >
        <path d="M11 1h22l10 42H1z" />
      </svg>
      <span className="sr-only">Position </span>
      {position}
    </span>
  )
}

/** The share as a numeral above a level bar; beside it on a phone. */
function ShareLevel({ percent, isFirst }: { percent: number; isFirst: boolean }) {
  return (
    <div className="grid w-22 justify-items-end gap-2 max-md:row-start-2 max-md:w-full max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-center max-md:justify-items-start max-md:gap-[0.6rem]">
      <span className={classes('num text-num-md max-md:text-[1.5rem]', isFirst && 'text-spot-ink')}>
        {Math.round(percent)}
        <Unit>%</Unit>
      </span>
      <svg
        className="h-1.5 w-full overflow-hidden rounded-[3px] bg-[color-mix(in_oklab,var(--ink)_16%,var(--surface))] fill-spot forced-colors:border print:rounded-none print:border print:border-ink print:bg-transparent print:fill-ink"
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={percent} height="6" />
      </svg>
    </div>
  )
}
