import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { Progress } from '#app/ui/data/progress.tsx'
import { formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { CalendarLinks } from '#app/ui/game/calendar-links.tsx'
import { RemainingTime, RoundClosedNotice, TimeZoneLink } from '#app/ui/game/next-deadline.tsx'
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
        <EventBadge event={event} />
      </div>
      <RoundClosedNotice next={closing} />
      <h2 id="event" className="text-h1">
        {event.title}
      </h2>
      <Facts>
        {closing ? (
          <Fact label="Line-up deadline" size="text">
            {/* Wide enough for the longest name of a zone: nothing moves when the browser's time zone replaces it. */}
            <time className="inline-block min-w-48" dateTime={closing.deadline.iso}>
              {closing.deadline.text}
            </time>
          </Fact>
        ) : (
          <Fact label="Season result" size="text">
            {describeSeasonResult(event.isScored, team)}
          </Fact>
        )}
        <Fact label="Round" size="text">
          {event.roundNumber} of {event.roundCount}
        </Fact>
      </Facts>
      {closing && <TimeZoneLink />}
      <Progress label="Season progress" value={event.roundNumber} max={event.roundCount} />
      <NextStepLink isOver={closing === null} hasTeam={team !== null} />
      {closing && <CalendarLinks />}
    </Card>
  )
}

/** The rank of the season, once the final is computed. */
function describeSeasonResult(isScored: boolean, team: DashboardView['team']): string {
  if (!isScored) return 'Not computed yet'
  return team?.rank ? `Rank ${formatRank(team.rank)}` : 'You had no team in this game'
}

function EventBadge({ event }: Pick<DashboardView, 'event'>) {
  if (event.closing) {
    return (
      <Badge tone="warn" icon="clock">
        <RemainingTime next={event.closing} />
      </Badge>
    )
  }
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
