import { Badge } from '#app/ui/data/badge.tsx'
import { Progress } from '#app/ui/data/progress.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
import { useCountdown } from '#app/ui/hooks/use-countdown.ts'
import type { DashboardView } from './load.server.ts'

type EventBandProps = Pick<DashboardView, 'event' | 'status'>

/** 'Next Event' before the last deadline, 'Final Round' after it (spec 4), in the band of the dashboard. */
export function EventBand({ event, status }: EventBandProps) {
  const { closing, roundNumber, roundCount } = event
  return (
    <section className="mt-2 grid max-w-[34rem] gap-1" aria-labelledby="event">
      {status && closing && <p className={status.isOnAir ? 'text-spot-ink' : 'text-muted'}>{status.text}</p>}
      <div className="flex flex-wrap items-baseline gap-x-2 text-muted text-sm">
        <p>{closing ? 'Next Event' : 'Final Round'}</p>
        <h2
          id="event"
          className={
            isLastHour(closing) ? 'order-first w-full text-[2.75rem] text-ink' : 'title text-base text-ink'
          }
        >
          {event.title}
        </h2>
        <p className="ml-auto">
          Round {roundNumber} of {roundCount}
        </p>
      </div>
      <Progress label="Season progress" value={roundNumber} max={roundCount} />
      {isLastHour(closing) && <MinutesLeft next={closing} />}
      {closing ? (
        <NextDeadline next={closing} isAlone={isLastHour(closing)} />
      ) : (
        <p className="flex min-h-11 flex-wrap items-center gap-x-2">
          {event.badge && <Badge tone={event.badge.tone}>{event.badge.text}</Badge>}
          Season result <b>{event.result}</b>
        </p>
      )}
    </section>
  )
}

const hourMs = 3_600_000

type Closing = DashboardView['event']['closing']

/** Whether a round closes within the hour: then the minutes are the band. */
export function isLastHour(closing: Closing): closing is NonNullable<Closing> {
  return closing !== null && closing.remainingMs < hourMs
}

/** The minutes until the deadline, updated by script, rounded down. */
function MinutesLeft({ next }: { next: NonNullable<Closing> }) {
  const minutes = Math.floor((useCountdown(next) ?? 0) / 60_000)
  return (
    <p className="num mt-2 flex items-baseline gap-[0.06em] text-[clamp(7rem,5rem+9vw,12rem)] text-spot tracking-[-0.02em] print:text-ink">
      {minutes || '<1'}
      <small className="font-[750] text-[0.3em] tracking-normal">min</small>
    </p>
  )
}
