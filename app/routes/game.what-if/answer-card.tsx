import type { ReactNode } from 'react'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatCountOf, formatPoints } from '#app/ui/format.ts'
import { MovementText } from '#app/ui/game/movement.tsx'
import type { WhatIfView } from './load.server.ts'

type Answer = NonNullable<WhatIfView['answer']>

/** The own places with the other points, beside those of now. */
export function AnswerCard({ answer: { world, leagues } }: { answer: Answer }) {
  return (
    <Card stage labelledBy="answer">
      <CardHeader id="answer" title="Then you have">
        <p className="text-muted text-sm">
          {formatPoints(world.changed.totalHundredths)} points, now {formatPoints(world.now.totalHundredths)}
        </p>
      </CardHeader>
      <ul>
        {leagues.map(({ id, leagueName, memberCount, now, changed }) => (
          <Place
            key={id}
            name={<bdi translate="no">{leagueName}</bdi>}
            of={memberCount}
            now={now.rank}
            changed={changed}
          />
        ))}
        <Place
          name={`All ${formatCountOf(world.teamCount, 'team')}`}
          of={null}
          now={world.now.rank}
          changed={world.changed}
        />
      </ul>
    </Card>
  )
}

interface PlaceProps {
  name: ReactNode
  /** How many teams the league has; null where the name says it. */
  of: number | null
  now: number | null
  changed: { rank: number; tied: number } | null
}

function Place({ name, of, now, changed }: PlaceProps) {
  const shared = changed && changed.tied > 1 ? `shared by ${formatCountOf(changed.tied, 'team')}` : null
  const details = [of === null ? null : formatCountOf(of, 'team'), shared].filter(Boolean).join(', ')
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 border-line not-first:border-t px-gap py-3">
      <Num className="whitespace-nowrap text-num-md">{changed ? formatOrdinal(changed.rank) : '-'}</Num>{' '}
      <span>
        <b className="wrap-anywhere block leading-[1.25]">{name}</b>{' '}
        <span className="flex flex-wrap gap-x-2 text-muted text-sm">
          {now !== null && changed && (
            <span>
              now {formatOrdinal(now)} <MovementText places={now - changed.rank} />
            </span>
          )}{' '}
          {details && <span>{details}</span>}
        </span>
      </span>
    </li>
  )
}
