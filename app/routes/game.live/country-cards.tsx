import { Fragment, type ReactNode } from 'react'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Lamp } from '#app/ui/game/lamp.tsx'
import { Yours } from '#app/ui/game/yours.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** The countries with most points as they stand, in the final. */
export function BoardCard({ board: { count, rows } }: Pick<LiveView, 'board'>) {
  return (
    <Card labelledBy="board">
      <CardHeader id="board" title="The board">
        <TextLink href="/game/countries?sort=points">All {count}</TextLink>
      </CardHeader>
      <ul>
        {rows.map(({ code, country, rank, points, isMine }) => (
          <CountryRow key={code} number={rank} code={code}>
            <span className="font-bold">
              {country} {isMine && <Yours />}
            </span>{' '}
            <Num className="text-num-md">{formatCount(points)}</Num>
          </CountryRow>
        ))}
      </ul>
    </Card>
  )
}

/** The qualifiers of a semi-final as they were read out, with who of the own leagues holds them. */
export function QualifiersCard({ qualifiers }: Pick<LiveView, 'qualifiers'>) {
  return (
    <Card labelledBy="qualifiers">
      <CardHeader id="qualifiers" title="Qualifiers">
        <p className="text-muted text-sm">In the order read out</p>
      </CardHeader>
      <ol>
        {qualifiers.map((qualifier, at) => (
          <CountryRow key={qualifier.code} number={at + 1} code={qualifier.code}>
            <span>
              <b>{qualifier.country}</b> <Holders {...qualifier} />
            </span>{' '}
            <Lamp state="through" className="size-5" />
          </CountryRow>
        ))}
      </ol>
    </Card>
  )
}

function CountryRow({ number, code, children }: { number: number; code: string; children: ReactNode }) {
  return (
    <li className="grid min-h-14 grid-cols-[1.5rem_auto_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line not-first:border-t px-gap py-2">
      <Num className="text-muted text-num-sm">{number}</Num>
      <Flag code={code} size="lamp" />
      {children}
    </li>
  )
}

/** 'You, Bastu and 2 more'; one element, which is replaced as a whole (D44). */
function Holders({ isMine, holders, moreHolders }: LiveView['qualifiers'][number]) {
  return (
    <span
      key={[moreHolders, ...holders.map(({ id }) => id)].join()}
      className="wrap-anywhere block text-muted text-sm"
    >
      {isMine && 'You'}
      {holders.map(({ id, teamName }, at) => (
        <Fragment key={id}>
          {(isMine || at > 0) && ', '}
          <bdi translate="no">{teamName}</bdi>
        </Fragment>
      ))}
      {moreHolders > 0 && ` and ${moreHolders} more`}
    </span>
  )
}
