import { countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { CountryRows } from '#app/ui/game/country-rows.tsx'
import { ResultRow } from '#app/ui/game/result-row.tsx'
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
            <ResultRow key={line.entry.code} position={index + 1} decimals={decimals} {...line} />
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
