import type { ResultLineView } from '#app/game/scoring/result-line-view.ts'
import { isLampLit, isLampOff } from '#app/game/season/show-state.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { classes } from '#app/ui/classes.ts'
import { AlignedPoints, countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { Lamp } from '#app/ui/game/lamp.tsx'
import { ShowStateText } from '#app/ui/game/show-state.tsx'

/** The own six in the order of this show: lamp, state in words, and points as they stand. */
export function SixCard({ view }: { view: LiveView }) {
  const { lines, points, hasPoints, tally, round, isHidden } = view
  const { tonightHundredths, beforeHundredths } = points
  const scores = lines.map(findScore)
  const decimals = countMostDecimals([...scores, tonightHundredths, beforeHundredths])
  return (
    <Card labelledBy="my-six" stage>
      <CardHeader id="my-six" title="My six">
        <p className="text-muted text-sm">{isHidden ? 'Hidden' : describePoints(view)}</p>
      </CardHeader>
      {tally && round.isSemiFinal && <Tally tally={tally} />}
      {lines.length === 0 ? (
        <p className="p-gap text-muted">No line-up: your team joined after this show had begun.</p>
      ) : (
        <CountryRows ordered>
          {lines.map((line, index) => (
            <StateRow
              key={line.entry.code}
              line={line}
              position={index + 1}
              decimals={decimals}
              hasPoints={hasPoints}
            />
          ))}
        </CountryRows>
      )}
      <dl>
        <Total label="Tonight" hundredths={tonightHundredths} decimals={decimals} />
        <Total label="Before tonight" hundredths={beforeHundredths} decimals={decimals} isMuted />
      </dl>
    </Card>
  )
}

/** The minute is above the title; where qualifiers or votes are counted, how many were read out says more. */
function describePoints({ live, hasPoints, tally, round }: LiveView): string {
  if (!live || !hasPoints) return 'No points yet'
  if (!tally) return `Points of ${live.text}`
  return round.isSemiFinal ? describeTally(tally) : `Viewers: ${describeTally(tally)}`
}

type ShowTally = NonNullable<LiveView['tally']>

function describeTally({ done, outOf }: ShowTally): string {
  return `${done} of ${outOf} read out`
}

/** A lamp for each place of the final: gold for a qualifier, dashed while it is open. */
function Tally({ tally }: { tally: ShowTally }) {
  return (
    <div className="flex gap-1 border-line border-b px-gap py-3" role="img" aria-label={describeTally(tally)}>
      {[...Array(tally.outOf).keys()].map((place) => (
        <Lamp
          key={place}
          state={place < tally.done ? 'through' : 'absent'}
          className="aspect-square h-auto min-w-0 flex-1"
        />
      ))}
    </div>
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
  /** Whether the show has points: before, the row says the position's share. */
  hasPoints: boolean
}

const numeralLook = 'text-[2.375rem] max-md:text-num-md max-2xs:text-[1.75rem]'

function StateRow({ line, position, decimals, hasPoints }: StateRowProps) {
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
            <ShowStateText show={show} />{' '}
            {points && !isToCome(show.state) ? (
              <span>
                {points} × {Math.round(percent)}%
              </span>
            ) : null}
          </span>
        }
      />
      {hasPoints ? (
        <AlignedPoints hundredths={findScore(line)} decimals={decimals} className={numeralLook} />
      ) : (
        <span translate="no" className={`num text-muted ${numeralLook}`}>
          {Math.round(percent)}
          <Unit>%</Unit>
        </span>
      )}
    </Row>
  )
}

/** In the vote of a final the words say what the juries gave. */
function isToCome(state: ResultLineView['show']['state']): boolean {
  return state === 'waiting' || state === 'on-stage'
}

interface TotalProps {
  label: string
  hundredths: number | null
  decimals: number
  isMuted?: boolean
}

function Total({ label, hundredths, decimals, isMuted }: TotalProps) {
  if (hundredths === null) return null
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-4 border-line border-t px-gap py-3',
        isMuted ? 'text-muted' : 'font-bold',
      )}
    >
      <dt>{label}</dt>
      <dd>
        <AlignedPoints
          hundredths={hundredths}
          decimals={decimals}
          className={isMuted ? 'text-num-sm' : 'text-num-lg'}
        />
      </dd>
    </div>
  )
}
