import type { ResultLineView } from '#app/game/scoring/result-line-view.ts'
import { isLampLit, isLampOff } from '#app/game/season/show-state.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { AlignedPoints, countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { ShowStateText } from '#app/ui/game/show-state.tsx'

/** The own six in the order of this show: lamp, state in words, and points as they stand. */
export function SixCard({ view: { lines, points, live, isHidden } }: { view: LiveView }) {
  const { tonightHundredths, beforeHundredths } = points
  const scores = lines.map(findScore)
  const decimals = countMostDecimals([...scores, tonightHundredths, beforeHundredths])
  return (
    <Card labelledBy="my-six" stage>
      <CardHeader id="my-six" title="My six">
        <p className="text-muted text-sm">
          {isHidden ? 'Hidden' : live ? `Points of ${live.text}` : 'No points yet'}
        </p>
      </CardHeader>
      {lines.length === 0 ? (
        <p className="p-gap text-muted">No line-up: your team joined after this show had begun.</p>
      ) : (
        <CountryRows ordered>
          {lines.map((line, index) => (
            <StateRow key={line.entry.code} line={line} position={index + 1} decimals={decimals} />
          ))}
        </CountryRows>
      )}
      <dl className="border-line border-t">
        <Total label="Tonight" hundredths={tonightHundredths} decimals={decimals} />
        {beforeHundredths !== null && (
          <Total label="Before tonight" hundredths={beforeHundredths} decimals={decimals} />
        )}
      </dl>
    </Card>
  )
}

/** The score of a position; null while its country waits, and where it sings in another show: that is no result. */
function findScore({ show, points, scoreHundredths }: ResultLineView): number | null {
  return points === null || show.state === 'absent' ? null : scoreHundredths
}

interface StateRowProps {
  line: ResultLineView
  position: number
  decimals: number
}

function StateRow({ line, position, decimals }: StateRowProps) {
  const { entry, show, points, percent } = line
  const isOff = isLampOff(show.state)
  return (
    <Row
      code={isLampLit(show.state) ? entry.code : null}
      className="min-h-19 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem] max-2xs:gap-x-[0.6rem]"
    >
      <CountryLamp code={entry.code} position={position} show={show} />
      <EntryText
        entry={entry}
        isMuted={isOff}
        line={
          <span className="flex flex-wrap gap-x-2">
            <ShowStateText show={show} />
            {points ? (
              <span>
                {points} × {Math.round(percent)}%
              </span>
            ) : null}
          </span>
        }
      />
      <AlignedPoints
        hundredths={findScore(line)}
        decimals={decimals}
        className="text-[2.375rem] max-md:text-num-md max-2xs:text-[1.75rem]"
      />
    </Row>
  )
}

interface TotalProps {
  label: string
  hundredths: number | null
  decimals: number
}

function Total({ label, hundredths, decimals }: TotalProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-gap py-3">
      <dt className="font-bold">{label}</dt>
      <dd>
        <AlignedPoints hundredths={hundredths} decimals={decimals} className="text-num-lg" />
      </dd>
    </div>
  )
}
