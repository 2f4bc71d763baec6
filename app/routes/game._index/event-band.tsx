import { Badge } from '#app/ui/data/badge.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
import { useCountdown } from '#app/ui/hooks/use-countdown.ts'
import { useRootData } from '#app/ui/root-data.ts'
import type { DashboardView } from './load.server.ts'

type EventBandProps = Pick<DashboardView, 'event' | 'status'>

/** 'Next Event' before the last deadline, 'Final Round' after it (spec 4), in the band of the dashboard, on show night below it. */
export function EventBand({ event, status }: EventBandProps) {
  const { closing, roundNumber, roundCount } = event
  return (
    <section className="mt-2 grid max-w-[34rem] gap-1" aria-labelledby="event">
      {status && closing && <p className="text-muted">{status}</p>}
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
          <span>Season result</span> <b>{event.result}</b>
        </p>
      )}
    </section>
  )
}

/** Subscribes a calendar app to the deadlines, so that it follows when a show moves; without https it downloads them. */
export function CalendarLink({ roundCount }: { roundCount: number }) {
  const href = `${(useRootData()?.origin ?? '').replace(/^https/, 'webcal')}/deadlines.ics`
  const label = `Add all ${roundCount === 3 ? 'three ' : ''}deadlines to your calendar`
  return (
    <LinkButton variant="line" icon="calendar" href={href} aria-label={label}>
      Calendar
    </LinkButton>
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

// The bar's parts are the browser's: they have the text colour of the element.
const progressLook =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-[5px] bg-[color-mix(in_oklab,var(--ink)_16%,var(--surface))] text-spot [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[Highlight] forced-colors:forced-color-adjust-none print:rounded-none print:border print:border-[#000] print:bg-[#fff] print:text-[#000] print:[print-color-adjust:exact]'

/** How far something is, as a bar; what it says in numbers stands beside it. */
function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const percent = max > 0 ? Math.round((value / max) * 100) : 0
  return (
    <progress className={progressLook} max={100} value={percent} aria-label={label}>
      {percent}%
    </progress>
  )
}
