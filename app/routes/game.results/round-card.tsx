import type { ResultLineView } from '#app/game/scoring/result-line-view.ts'
import { isLampLit, isLampOff } from '#app/game/season/show-state.ts'
import { AlignedPoints, countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { Share } from '#app/ui/game/position.tsx'
import { ShowStateText } from '#app/ui/game/show-state.tsx'
import type { ResultsView } from './load.server.ts'

/** The round's line-up by position, with the points of each once the round is computed. */
export function RoundCard({ view }: { view: ResultsView }) {
  const { round, lines } = view
  const decimals = countMostDecimals(lines.map((line) => line.scoreHundredths))
  return (
    <Card labelledBy="round-title">
      <CardHeader id="round-title" title={round.title}>
        {round.rank === null ? (
          <Badge icon="clock">{round.isHidden ? 'Hidden' : 'Scores not available yet'}</Badge>
        ) : round.isLive ? (
          <Badge tone="line">Live, not official</Badge>
        ) : (
          <Badge tone="ok">Scored</Badge>
        )}
      </CardHeader>
      {lines.length === 0 ? (
        <p className="p-gap text-muted">No line-up: this team joined after the round had begun.</p>
      ) : (
        <CountryRows ordered>
          {lines.map((line, index) => (
            <ResultRow key={line.entry.code} line={line} position={index + 1} decimals={decimals} />
          ))}
        </CountryRows>
      )}
      <CardFooter className="flex flex-wrap items-center justify-between gap-3">
        <b>Round total</b>{' '}
        <Num className="text-num-lg">
          <NumberOrDash>{formatPoints(round.scoreHundredths)}</NumberOrDash>
        </Num>
      </CardFooter>
    </Card>
  )
}

interface ResultRowProps {
  line: ResultLineView
  position: number
  /** The most decimals of a score in the list: the points stand under each other. */
  decimals: number
}

/** A country of a line-up that was played: lamp on flag, name, what it earned or when it sings, and score. */
function ResultRow({ line, position, decimals }: ResultRowProps) {
  const { entry, percent, scoreHundredths, show, zeroReason } = line
  return (
    <Row
      code={isLampLit(show.state) ? entry.code : null}
      className="grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem] max-2xs:gap-x-[0.6rem]"
    >
      <CountryLamp code={entry.code} position={position} show={show} />
      <EntryText
        entry={entry}
        badge={<Share percent={percent} isFirst={position === 1} className="max-2xs:px-[0.3rem]" />}
        line={zeroReason ?? describePoints(line) ?? <ShowStateText show={show} />}
        isMuted={isLampOff(show.state)}
      />
      <AlignedPoints
        hundredths={scoreHundredths}
        decimals={decimals}
        className="text-[2.375rem] max-md:text-num-md max-2xs:text-[1.75rem]"
      />
    </Row>
  )
}

/** How the score comes about; undefined until the round is computed. */
function describePoints({ points, percent, show }: ResultLineView) {
  if (points === null) return undefined
  const share = `${Math.round(percent)}%`
  if (show.state === 'through') return `Through: ${points} × ${share}`
  return `${points} ${points === 1 ? 'point' : 'points'} × ${share}`
}
