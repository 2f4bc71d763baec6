import type { ReactNode } from 'react'
import { isLampLit, isLampOff } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'
import { CountryLamp } from './country-lamp.tsx'
import { ShowStateText } from './show-state.tsx'

interface LineupRowProps {
  entry: { code: string; country: string }
  position: number
  /** Share of the points, in percent. */
  percent: number
  /** The country in the show of this line-up; undefined where nothing is said of it. */
  show: ShowStateView | undefined
  /** The handle to drag it by, where script runs. */
  grip?: ReactNode
  /** The button over the country's words that opens its details. */
  details: ReactNode
  /** Three MoveButtons. */
  children: ReactNode
}

/** A country in the line-up on one line: lamp on flag, name and share, the words of the show, and three buttons. */
export function LineupRow({ entry, position, percent, show, grip, details, children }: LineupRowProps) {
  const isOff = show !== undefined && isLampOff(show.state)
  return (
    <li
      className={classes(
        'spill grid min-h-16 grid-cols-[56px_minmax(0,1fr)_repeat(3,44px)] border-line not-first:border-t md:min-h-18 md:grid-cols-[84px_minmax(0,1fr)_repeat(3,56px)] print:bg-none',
        !(show && !isLampLit(show.state)) && `spill-${entry.code}`,
      )}
      data-code={entry.code}
    >
      <div className="relative flex items-center justify-end">
        <CountryLamp code={entry.code} position={position} show={show} />
        {grip}
      </div>
      <div className="relative grid content-center py-2 pr-1 pl-3 max-2xs:pl-2">
        <div className="flex flex-wrap items-center gap-x-1">
          <strong
            className={classes(
              'wrap-anywhere font-[720] text-[1.0625rem] leading-[1.2] md:text-[1.125rem]',
              isOff && 'text-muted',
            )}
          >
            {entry.country}
          </strong>{' '}
          <span
            translate="no"
            className={classes('num text-base', position === 1 ? 'text-spot-ink' : 'text-muted')}
          >
            {Math.round(percent)}%
          </span>
          <Icon name="info" className="size-4 text-muted max-2xs:hidden print:hidden" />
        </div>
        <p className="text-muted text-sm/[1.3] max-2xs:text-xs">{show && <ShowStateText show={show} />}</p>
        {details}
      </div>
      {children}
    </li>
  )
}

/** The button that covers a row's words. */
export const rowDetailsLook =
  'absolute inset-0 hover:bg-[color-mix(in_oklab,var(--ink)_5%,transparent)] focus-visible:-outline-offset-4 forced-colors:border print:hidden'

interface MoveButtonProps {
  icon: IconName
  label: string
  disabled: boolean
  value: string
  'data-focus'?: string
  autoFocus?: boolean
}

/** A submit button of a row, as high as the row and without a box. */
export function MoveButton({ icon, label, ...button }: MoveButtonProps) {
  return (
    <button
      {...button}
      name="intent"
      className="grid place-items-center border-line border-l hover:bg-raised focus-visible:-outline-offset-4 disabled:cursor-not-allowed disabled:bg-transparent disabled:text-muted/45 forced-colors:border print:hidden"
    >
      <Icon name={icon} />
      <span className="sr-only">{`${label} `}</span>
    </button>
  )
}
