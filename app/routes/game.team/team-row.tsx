import type { ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { Price } from '#app/ui/game/price.tsx'

interface TeamRowProps {
  entry: Entry
  /** In small text beneath the song. */
  note?: string | undefined
  isSelected: boolean
  /** Id of the sentence that says why the country cannot be added; without one it can, or it is selected. */
  reasonId?: string | undefined
  /** Whether the row is on the card of the selected countries: its buttons have other intents there. */
  isOnCard?: boolean
  focus: string | null
  /** What stands before the flag. */
  children?: ReactNode
}

/** A country's row: flag, name and song that open the details, note, price, and the button that adds or removes it. */
export function TeamRow({ entry, note, isSelected, reasonId, isOnCard, focus, children }: TeamRowProps) {
  const { code } = entry
  const isOff = reasonId !== undefined
  const place = isOnCard ? 'card' : 'list'
  const canWatch = !isOnCard && entry.youtubeId !== null
  const change = isOnCard ? 'drop' : isSelected ? 'remove' : 'add'
  return (
    <li
      className={classes(
        'flex min-h-16 items-stretch gap-[0.8rem] border-line border-t pl-gap max-2xs:gap-2',
        !isOnCard && 'lg:odd:border-r',
        isSelected && `spill spill-${code} print:bg-none`,
      )}
    >
      {children}
      <Flag code={code} className={classes('self-center', canWatch && '-order-2', isOff && 'opacity-55')} />
      <button
        className="flex min-w-0 flex-1 flex-col justify-center py-1 text-left hover:underline md:py-2"
        name="intent"
        value={`${isOnCard ? 'inspect' : 'details'}:${code}`}
        {...getFocusProps(`${place}-details:${code}`, focus)}
      >
        <span className="sr-only">Details of </span>
        <strong
          className={classes(
            'wrap-anywhere font-[720] font-stretch-103% text-[1.0625rem] leading-[1.25]',
            isOff && 'text-muted',
          )}
        >
          {entry.country}
        </strong>{' '}
        <span className="wrap-anywhere text-sm/[1.35] max-md:font-stretch-90%" translate="no">
          {`${entry.song}, ${entry.artist}`}
        </span>{' '}
        {note && <span className="text-muted text-sm/[1.35] max-2xs:text-xs">{note}</span>}
      </button>{' '}
      {canWatch && <WatchButton entry={entry} />}{' '}
      <Price tenths={entry.priceTenths} className={classes('self-center', isOff && 'text-muted')} />{' '}
      <button
        className={classes(
          'grid w-13 flex-none place-items-center border-line border-l focus-visible:-outline-offset-4 disabled:text-muted print:hidden',
          isSelected ? 'bg-ink text-bg' : 'enabled:hover:bg-raised',
        )}
        aria-describedby={reasonId}
        disabled={isOff}
        name="intent"
        value={`${change}:${code}`}
        {...getFocusProps(`${place}:${code}`, focus)}
      >
        <Icon name={isOff ? 'lock' : isSelected ? 'minus' : 'plus'} />
        <span className="sr-only">{(isSelected ? 'Remove ' : 'Add ') + entry.country}</span>
      </button>
    </li>
  )
}

/**
 * The button over the flag that plays the song in the details (D29). It is read after the country's name; text browsers show
 * a picture in a button by its file's name.
 */
function WatchButton({ entry }: { entry: Entry }) {
  return (
    <button
      type="submit"
      className="group relative -order-1 -ml-[3.8rem] w-12 flex-none max-2xs:-ml-14"
      name="intent"
      value={`watch:${entry.code}`}
      aria-label={`Play ${entry.song}`}
    >
      <span className="absolute top-1/2 left-8 grid size-5 place-items-center rounded-full bg-ink pl-px text-bg group-hover:bg-spot group-hover:text-on-spot print:hidden">
        <Icon name="play" className="size-2.5" />
      </span>
      <span className="sr-only">Play</span>
    </button>
  )
}
