import type { ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { EntryText, Row, type SongEntry } from './country-rows.tsx'
import { Price } from './price.tsx'

interface CountryRowProps {
  entry: SongEntry & Pick<Entry, 'priceTenths'>
  children: ReactNode
}

/** A country of the team: flag, name and song, price and buttons; the price is beneath the song on a phone. */
export function CountryRow({ entry, children }: CountryRowProps) {
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
    </Row>
  )
}
