import { Flag } from '#app/ui/art/flag.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { EntryText, Row, type SongEntry } from './country-rows.tsx'
import { Position, Share } from './position.tsx'

interface ResultRowProps {
  entry: SongEntry
  position: number
  /** Share of the points, in percent. */
  percent: number
  /** The country's own points, and what the position earned (hundredths); null until computed. */
  points: number | null
  scoreHundredths: number | null
  /** Why the country has no points; null when it has some. */
  zeroReason: string | null
}

/** A country of a line-up that was played: lamp, flag, name and score; the lamp is above the flag on a phone. */
export function ResultRow({ entry, position, percent, points, scoreHundredths, zeroReason }: ResultRowProps) {
  const line = zeroReason ?? describePoints(points, percent)
  const share = <Share percent={percent} isFirst={position === 1} className="max-2xs:px-[0.3rem]" />
  return (
    <Row
      code={entry.code}
      className="grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-x-[0.9rem] max-md:grid-cols-[44px_minmax(0,1fr)_auto] max-2xs:gap-x-[0.6rem]"
    >
      <Position position={position} className="max-md:h-9.5 max-md:self-end" />
      <Flag code={entry.code} className="max-md:row-start-2 max-md:w-11 max-md:self-start" />
      <EntryText entry={entry} badge={share} line={line} className="max-md:row-span-2" />
      <span
        className="num text-[2.5rem] max-md:row-span-2 max-md:text-num-md max-2xs:text-[1.75rem]"
        data-score=""
      >
        <NumberOrDash>{formatPoints(scoreHundredths)}</NumberOrDash>
      </span>
    </Row>
  )
}

/** How the score comes about; undefined until the round is computed. */
function describePoints(points: number | null, percent: number): string | undefined {
  if (points === null) return undefined
  return `${points} ${points === 1 ? 'point' : 'points'} × ${Math.round(percent)}%`
}
