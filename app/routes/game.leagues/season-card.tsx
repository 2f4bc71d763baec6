import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { isolate } from '#app/game/text/name.ts'
import { At, Chart, ChartTable, Label, Line, otherLineLook, ownLineLook } from '#app/ui/charts/chart.tsx'
import { createScale } from '#app/ui/charts/scale.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import type { LeagueSeason } from './season.server.ts'

/** Lines differ without colour. */
const dashes = ['8 5', '2 6', '14 4 3 4', undefined, '14 4 3 4 3 4', '20 6']

/** A league's places after each round as lines that cross, each ending at its team's name. */
export function SeasonCard({ season: { rounds, lines, teamCount } }: { season: LeagueSeason }) {
  const toX = createScale([0, rounds.length - 1], [8, 92])
  // The last row has the names of the rounds.
  const toY = createScale([-0.5, lines.length + 0.5], [0, 100])
  const isPart = lines.length < teamCount
  return (
    <Card labelledBy="season">
      <CardHeader
        id="season"
        title="Through the season"
        note={isPart && `${lines.length} of ${teamCount} teams: the top ones and yours`}
      />
      <div className="p-gap">
        <div className="grid grid-cols-2 gap-x-3">
          <Chart
            label={describe(rounds, lines)}
            height="100%"
            ticks={rounds.map((text, round) => ({ x: toX(round), text }))}
          >
            {lines.map(({ teamId, isMine, places }, line) => {
              const points = places.map(({ row }, round) => ({ x: toX(round), y: toY(row) }))
              return (
                <g key={teamId}>
                  <Line
                    points={points}
                    className={isMine ? ownLineLook : otherLineLook}
                    dash={isMine ? undefined : dashes[line % dashes.length]}
                  />
                  {points.map((point, round) => (
                    <At key={point.x} {...point}>
                      <Label place={{ x: 0, y: 7 }} className="num stroke-8" fontSize={20}>
                        {`${places[round]?.place}`}
                      </Label>{' '}
                    </At>
                  ))}
                </g>
              )
            })}
          </Chart>
          <ul className="grid auto-rows-fr">
            {lines.map(({ teamId, teamName, isMine }) => (
              <li key={teamId} className="flex min-h-14 items-center text-sm/[1.15]">
                <span className={isMine ? 'wrap-anywhere font-bold' : 'wrap-anywhere'}>
                  <bdi translate="no">{teamName}</bdi>
                  {isMine && ' (you)'}
                </span>
              </li>
            ))}
            <li aria-hidden="true" />
          </ul>
        </div>
        <ChartTable
          caption="Places after each round"
          columns={['Team', ...rounds]}
          rows={lines.map(({ teamName, places }) => [
            teamName,
            ...places.map(({ place }) => formatOrdinal(place)),
          ])}
        />
      </div>
    </Card>
  )
}

/** 'Curtain leads. Your places: 3rd after Semi 1, 2nd after Semi 2' */
function describe(rounds: readonly string[], lines: LeagueSeason['lines']): string {
  const own = lines.find((line) => line.isMine)?.places ?? []
  const said = own.map(({ place }, round) => `${formatOrdinal(place)} after ${rounds[round]}`)
  const leader = lines[0]?.isMine ? 'You lead' : `${isolate(lines[0]?.teamName ?? '')} leads`
  return `${leader}. Your places: ${said.join(', ')}`
}
