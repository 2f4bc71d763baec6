import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatCount } from '#app/ui/format.ts'
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
          <li
            key={code}
            className="grid min-h-14 grid-cols-[1.5rem_auto_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line not-first:border-t px-gap py-2"
          >
            <Num className="text-muted text-num-sm">{rank}</Num>
            <Flag code={code} size="lamp" />
            <span className="font-bold">
              {country} {isMine && <Yours />}
            </span>{' '}
            <Num className="text-num-md">{formatCount(points)}</Num>
          </li>
        ))}
      </ul>
    </Card>
  )
}
