import type { ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { classes } from '#app/ui/classes.ts'

export type SongEntry = Pick<Entry, 'code' | 'country' | 'artist' | 'song'>

/** List of country rows; put it in a Card. `ordered` for a line-up. */
export function CountryRows({ ordered, children }: { ordered?: boolean; children: ReactNode }) {
  return ordered ? <ol>{children}</ol> : <ul>{children}</ul>
}

/** A row lit in the colour of the country's flag, or not lit without a code; `className` has the columns. */
export function Row({
  code,
  className,
  children,
}: {
  code: string | null
  className: string
  children: ReactNode
}) {
  return (
    <li className="border-line not-first:border-t">
      <div
        className={classes(
          'spill grid items-center px-gap py-[0.8rem] print:bg-none',
          code !== null && `spill-${code}`,
          className,
        )}
      >
        {children}
      </div>
    </li>
  )
}

interface EntryTextProps {
  entry: SongEntry
  badge?: ReactNode
  /** Replaces the artist and the song. */
  line?: ReactNode
  isMuted?: boolean
}

export function EntryText({ entry, badge, line, isMuted }: EntryTextProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-[0.7rem] gap-y-[0.2rem] max-2xs:gap-x-[0.4rem]">
        <strong
          className={classes(
            'wrap-anywhere font-[720] font-stretch-103% text-[1.0625rem] leading-[1.2]',
            isMuted && 'text-muted',
          )}
        >
          {entry.country}
        </strong>{' '}
        {badge}
      </div>
      <div className="wrap-anywhere text-muted text-sm/[1.35]">
        {line ?? <span translate="no">{`${entry.artist}, “${entry.song}”`}</span>}
      </div>
    </div>
  )
}
