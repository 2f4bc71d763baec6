import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { Progress } from '#app/ui/data/progress.tsx'
import { formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { CalendarLinks } from '#app/ui/game/calendar-links.tsx'
import { RemainingTime, RoundClosedNotice, TimeZoneLink } from '#app/ui/game/next-deadline.tsx'
import { Fact } from '#app/ui/layout/page-header.tsx'
import type { DashboardTeam, DashboardView, FinalRound, NextEvent } from './view.ts'

interface EventCardProps {
  event: NextEvent | FinalRound
  status: DashboardView['status']
  team: DashboardTeam | null
}

/** 'Next Event' before the last deadline, 'Final Round' after it (spec 4); above it the running show. */
export function EventCard({ event, status, team }: EventCardProps) {
  return (
    <Card pad stage labelledBy="event">
      {status && event.kind === 'next' && <p className={status.isOnAir ? 'hot' : 'muted'}>{status.text}</p>}
      <div className="row spread">
        <p className="sm muted">{event.kind === 'next' ? 'Next Event' : 'Final Round'}</p>
        <EventBadge event={event} />
      </div>
      <RoundClosedNotice next={event.kind === 'next' ? event.closing : null} />
      <h2 id="event" className="h1">
        {event.title}
      </h2>
      <dl className="facts">
        {event.kind === 'next' ? (
          <Fact label="Line-up deadline" size="text">
            <time dateTime={event.closing.deadline.iso}>{event.closing.deadline.text}</time>
          </Fact>
        ) : (
          <Fact label="Season result" size="text">
            {describeSeasonResult(event, team)}
          </Fact>
        )}
        <Fact label="Round" size="text">
          {event.roundNumber} of {event.roundCount}
        </Fact>
      </dl>
      {event.kind === 'next' && <TimeZoneLink />}
      <Progress label="Season progress" value={event.roundNumber} max={event.roundCount} />
      <NextStepLink event={event} hasTeam={team !== null} />
      {event.kind === 'next' && <CalendarLinks />}
    </Card>
  )
}

/** The rank of the season, once the final is computed. */
function describeSeasonResult({ isScored }: FinalRound, team: DashboardTeam | null): string {
  if (!isScored) return 'Not computed yet'
  return team?.rank ? `Rank ${formatRank(team.rank)}` : 'You had no team in this game'
}

function EventBadge({ event }: { event: NextEvent | FinalRound }) {
  if (event.kind === 'next') {
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
function NextStepLink({ event, hasTeam }: { event: NextEvent | FinalRound; hasTeam: boolean }) {
  if (!hasTeam) {
    return (
      <LinkButton variant="spot" href="/game/team" soft>
        {event.kind === 'next' ? 'Create Your Team' : 'Explore the countries'}
      </LinkButton>
    )
  }
  return event.kind === 'next' ? (
    <LinkButton variant="spot" href="/game/lineup" soft>
      Manage Lineup
    </LinkButton>
  ) : (
    <LinkButton variant="spot" href="/game/results" soft>
      View Results
    </LinkButton>
  )
}
