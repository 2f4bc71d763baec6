import { Fragment } from 'react'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { Lamp } from '#app/ui/game/lamp.tsx'

/** The qualifiers of a semi-final as they were read out, with who of the own leagues holds them. */
export function QualifiersCard({ qualifiers }: Pick<LiveView, 'qualifiers'>) {
  return (
    <Card labelledBy="qualifiers">
      <CardHeader id="qualifiers" title="Qualifiers">
        <p className="text-muted text-sm">In the order read out</p>
      </CardHeader>
      <ol>
        {qualifiers.map(({ code, country, ...holders }, at) => (
          <li
            key={code}
            className="grid min-h-14 grid-cols-[1.5rem_auto_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line not-first:border-t px-gap py-2"
          >
            <Num className="text-muted text-num-sm">{at + 1}</Num>
            <Flag code={code} size="lamp" />
            <span>
              <b>{country}</b> <Holders {...holders} />
            </span>{' '}
            <Lamp state="through" className="size-5" />
          </li>
        ))}
      </ol>
    </Card>
  )
}

type HoldersProps = Pick<LiveView['qualifiers'][number], 'isMine' | 'holders' | 'moreHolders'>

/** 'You, Bastu and 2 more'; one element, which is replaced as a whole (D44). */
function Holders({ isMine, holders, moreHolders }: HoldersProps) {
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
