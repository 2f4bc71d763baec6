import type { ReactNode } from 'react'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatCount, formatCountOf, formatPoints } from '#app/ui/format.ts'
import { Moved } from '#app/ui/game/moved.tsx'
import { describeGap } from '#app/ui/game/place-text.ts'
import { SixLamps } from '#app/ui/game/six-lamps.tsx'

type Strip = LiveView['leagues'][number]

const rowLook =
  'grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-gap py-3 text-ink no-underline max-2xs:grid-cols-[3.5rem_minmax(0,1fr)_auto]'

/** The own place in each league and among all teams, with the first teams of each league. */
export function LeaguesCard({ view }: { view: LiveView }) {
  const { leagues, hasPoints, rank, since } = view
  return (
    <Card labelledBy="my-leagues">
      <CardHeader id="my-leagues" title="My leagues">
        {rank !== null && (
          <p key={since} className="text-muted text-sm">
            {hasPoints ? since : 'Before tonight'}
          </p>
        )}
      </CardHeader>
      <ul>
        {leagues.map((league) => (
          <li key={league.id} className="border-line not-first:border-t">
            <LeagueStrip league={league} />
          </li>
        ))}
        <li className="border-line not-first:border-t">
          <AllTeams view={view} />
        </li>
      </ul>
    </Card>
  )
}

function LeagueStrip({ league }: { league: Strip }) {
  return (
    <>
      <a
        className={`${rowLook} hover:bg-raised focus-visible:-outline-offset-4`}
        href={`/game/leagues?leagueId=${league.id}`}
      >
        <Place rank={league.rank} />{' '}
        <span>
          <b className="wrap-anywhere block leading-[1.25]">
            <bdi translate="no">{league.leagueName}</bdi>
          </b>{' '}
          <span className="wrap-anywhere text-muted text-sm">
            {league.rank === null ? formatCountOf(league.memberCount, 'team') : describeGap(league)}
          </span>
        </span>{' '}
        <Moved places={league.moved} className="gap-1 font-bold tabular-nums" />
        {league.line && <TickLine line={league.line} />}
      </a>
      {league.top.length > 0 && (
        <ol className="px-gap pb-3 text-sm">
          {league.top.map((team) => (
            <li key={team.teamId} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <span className={team.isMine ? 'wrap-anywhere font-bold' : 'wrap-anywhere'}>
                <bdi translate="no">{team.teamName}</bdi>
                {team.isMine && ' (you)'}
              </span>{' '}
              {/* '4 of 6 through' in a semi-final, in the final the points. */}
              {team.six ? (
                <SixLamps six={team.six} />
              ) : (
                <span className="whitespace-nowrap text-muted">
                  {formatPoints(team.totalHundredths)} points
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** The whole league on one line, the leader and the own team as lamps. Decoration: the words above say the gap. */
function TickLine({ line: { ticks, own } }: { line: NonNullable<Strip['line']> }) {
  // The ends have room for a lamp.
  const toX = (tick: number) => `${2 + tick * 0.096}%`
  return (
    <svg className="col-span-full mt-2 h-6 w-full overflow-visible" aria-hidden="true">
      <svg viewBox="-21 0 1042 24" preserveAspectRatio="none" aria-hidden="true">
        <path className="stroke-line" d="M-21 23.5h1042" vectorEffect="non-scaling-stroke" />
        <path
          className="stroke-2 stroke-edge"
          d={ticks.map((tick) => `M${tick} 13v10`).join('')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {own < 1000 && (
        <use href="#lamp-sung-digit" x={toX(1000)} y="9" width="12" height="14" transform="translate(-6)" />
      )}
      <use href="#lamp-on-stage-digit" x={toX(own)} y="3" width="18" height="20" transform="translate(-9)" />
    </svg>
  )
}

/** The place among all teams. */
function AllTeams({ view: { rank, moved, world } }: { view: LiveView }) {
  return (
    <div className={rowLook}>
      <Place rank={rank} />{' '}
      <span>
        <b className="block leading-[1.25]">All {formatCountOf(world.teamCount, 'team')}</b>{' '}
        {rank !== null && <span className="text-muted text-sm">{describeGap(world)}</span>}
      </span>{' '}
      <Moved places={moved} className="gap-1 font-bold tabular-nums" />
    </div>
  )
}

/** A place as '2nd' with a small ending; a dash before the first results. */
function Place({ rank }: { rank: number | null }): ReactNode {
  if (rank === null) return <Num className="text-muted text-num-lg">-</Num>
  return (
    <Num className="whitespace-nowrap text-num-lg">
      {formatCount(rank)}
      <small className="text-[0.5em]">{formatOrdinal(rank).slice(-2)}</small>
    </Num>
  )
}
