import type { ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { EmptyFlag, Flag } from '#app/ui/art/flag.tsx'
import { EntryText, Row, type SongEntry } from './country-rows.tsx'
import { Price } from './price.tsx'

interface CountryRowProps {
  entry: SongEntry & Pick<Entry, 'priceTenths'>
  /** Why its button is disabled, for instance '5M over your budget'. */
  reason?: string
  /** Id for `aria-describedby` of that button. */
  reasonId?: string
  children: ReactNode
}

/** A country of the team: flag, name and song, price and buttons; the price is beneath the song on a phone. */
export function CountryRow({ entry, reason, reasonId, children }: CountryRowProps) {
  return (
    <Row
      code={entry.code}
      className="grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-x-[0.9rem] gap-y-[0.2rem] max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-y-[0.3rem]"
    >
      <Flag code={entry.code} className="max-md:row-span-2 max-md:mt-1 max-md:self-start" />
      <EntryText entry={entry} />
      <Price tenths={entry.priceTenths} className="max-md:col-start-2 max-md:row-start-2" />
      <div className="flex items-center gap-2 max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-2xs:flex-col">
        {children}
      </div>
      {reason && (
        <p className="col-start-2 -col-end-1 text-muted text-xs" id={reasonId}>
          {reason}
        </p>
      )}
    </Row>
  )
}

/** A free place in the team, with a lamp that is off. */
export function EmptySlot({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-[0.9rem] border-line not-first:border-t px-gap py-4 text-muted">
      <EmptyFlag />
      <span>{children}</span>
    </li>
  )
}
