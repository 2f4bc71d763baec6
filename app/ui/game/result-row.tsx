import { isLampLit, isLampOff } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { AlignedPoints } from '#app/ui/data/aligned-points.tsx'
import { CountryLamp } from './country-lamp.tsx'
import { EntryText, Row, type SongEntry } from './country-rows.tsx'
import { Share } from './position.tsx'
import { ShowStateText } from './show-state.tsx'

interface ResultRowProps {
  entry: SongEntry
  position: number
  /** Share of the points, in percent. */
  percent: number
  /** The country's own points, and what the position earned (hundredths); null until computed. */
  points: number | null
  scoreHundredths: number | null
  /** The country in the show. */
  show: ShowStateView
  /** Why the country has no points; null when it has some. */
  zeroReason: string | null
  /** The most decimals of a score in the list: the points stand under each other. */
  decimals: number
}

/** A country of a line-up that was played: lamp on flag, name, what it earned or when it sings, and score. */
export function ResultRow({
  entry,
  position,
  percent,
  points,
  scoreHundredths,
  show,
  zeroReason,
  decimals,
}: ResultRowProps) {
  const line = zeroReason ?? describePoints({ points, percent, show }) ?? <ShowStateText show={show} />
  const isOff = isLampOff(show.state)
  const share = <Share percent={percent} isFirst={position === 1} className="max-2xs:px-[0.3rem]" />
  return (
    <Row
      code={isLampLit(show.state) ? entry.code : null}
      className="grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem] max-2xs:gap-x-[0.6rem]"
    >
      <CountryLamp code={entry.code} position={position} show={show} />
      <EntryText entry={entry} badge={share} line={line} isMuted={isOff} />
      <AlignedPoints
        hundredths={scoreHundredths}
        decimals={decimals}
        className="text-[2.375rem] max-md:text-num-md max-2xs:text-[1.75rem]"
      />
    </Row>
  )
}

/** How the score comes about; undefined until the round is computed. */
function describePoints({ points, percent, show }: Pick<ResultRowProps, 'points' | 'percent' | 'show'>) {
  if (points === null) return undefined
  const share = `${Math.round(percent)}%`
  if (show.state === 'through') return `Through: ${points} × ${share}`
  return `${points} ${points === 1 ? 'point' : 'points'} × ${share}`
}
