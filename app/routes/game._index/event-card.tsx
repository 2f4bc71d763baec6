import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { Progress } from '#app/ui/data/progress.tsx'
import { formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { CalendarLink } from '#app/ui/game/calendar-link.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
import { Fact, Facts } from '#app/ui/layout/page-header.tsx'
import type { DashboardView } from './load.server.ts'

type EventCardProps = Pick<DashboardView, 'event' | 'status' | 'team'>

/** 'Next Event' before the last deadline, 'Final Round' after it (spec 4); above it the running show. */
export function EventCard({ event, status, team }: EventCardProps) {
  const { closing } = event
  return (
    <Card pad stage labelledBy="event">
      {status && closing && <p className={status.isOnAir ? 'text-spot-ink' : 'text-muted'}>{status.text}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">{closing ? 'Next Event' : 'Final Round'}</p>
        {!closing && <EventBadge event={event} />}
      </div>
      <h2 id="event" className="text-h1">
        {event.title}
      </h2>
      {closing && <NextDeadline next={closing} />}
      <Facts>
        {!closing && (
          <Fact label="Season result" size="text">
            {describeSeasonResult(event.isScored, team)}
          </Fact>
        )}
        <Fact label="Round" size="text">
          {event.roundNumber} of {event.roundCount}
        </Fact>
      </Facts>
      <Progress label="Season progress" value={event.roundNumber} max={event.roundCount} />
      <NextStepLink isOver={closing === null} hasTeam={team !== null} />
      {closing && <CalendarLink roundCount={event.roundCount} />}
    </Card>
  )
}

/** The rank of the season, once the final is computed. */
function describeSeasonResult(isScored: boolean, team: DashboardView['team']): string {
  if (!isScored) return 'Not computed yet'
  return team?.rank ? `Rank ${formatRank(team.rank)}` : 'You had no team in this game'
}

function EventBadge({ event }: Pick<DashboardView, 'event'>) {
  if (event.isScored) return <Badge tone="ok">Scored</Badge>
  return event.isOnAir ? (
    <Badge tone="spot">On the air</Badge>
  ) : (
    <Badge icon="clock">Waiting for the scores</Badge>
  )
}

/** The card's button; without a team the visitor has neither page yet. */
function NextStepLink({ isOver, hasTeam }: { isOver: boolean; hasTeam: boolean }) {
  const href = hasTeam ? (isOver ? '/game/results' : '/game/lineup') : '/game/team'
  const withTeam = isOver ? 'View Results' : 'Manage Lineup'
  const withoutTeam = isOver ? 'Explore the countries' : 'Create Your Team'
  return (
    <LinkButton variant="spot" href={href} soft>
      {hasTeam ? withTeam : withoutTeam}
    </LinkButton>
  )
}
