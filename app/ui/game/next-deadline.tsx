import { useLocation } from '@remix-run/react'
import { type MouseEvent, useEffect, useState } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { formatRemaining } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { useCountdown, useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useSafeRevalidate } from '#app/ui/hooks/use-safe-revalidate.ts'
import { getCurrentReturnTo, getReturnTo } from '#app/ui/navigation/return-to.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** A round closes for everybody at once: this spreads the requests of all open pages. */
const refreshJitterMs = 2_000

/**
 * The next deadline in the page header: when, a link to change the time zone, and how long until then. What changes while
 * the page is open (the zone's name, the remaining time) is last in its line, so that nothing else moves.
 */
export function NextDeadline({ next }: { next: NextDeadlineView | null }) {
  const hasClosed = useHasRoundClosed(next)
  const isAhead = next !== null && !hasClosed
  return (
    <div
      className={classes(
        'mt-[1.1rem] grid items-center gap-x-[0.6rem] text-sm',
        // Without a deadline the link has nothing to align with.
        next === null ? 'grid-cols-[auto_auto_minmax(0,1fr)]' : 'grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <Icon name="clock" />
      <p>
        <RoundClosedNotice next={next} />
        {next === null && 'All rounds are closed.'}
        {isAhead && (
          <>
            {next.roundTitle} closes{' '}
            <time className="font-[650]" dateTime={next.deadline.iso}>
              {next.deadline.text}
            </time>
          </>
        )}
      </p>
      <div
        className={classes(
          'flex flex-wrap items-center gap-x-[1.1rem] text-muted',
          next === null ? 'col-start-3' : 'col-start-2',
        )}
      >
        <TimeZoneLink />
        {isAhead && <RemainingTime next={next} />}
      </div>
    </div>
  )
}

/** The remaining time, updated by script. It is not a live region: screen readers would announce every minute. */
export function RemainingTime({ next }: { next: NextDeadlineView }) {
  return <span className="whitespace-nowrap">{formatRemaining(useCountdown(next) ?? 0)}</span>
}

/**
 * Announces that a round closed while the page was open, and revalidates the page once, unless the deadline removes the
 * page itself (`closesPage`): a draft on it would be lost.
 */
export function RoundClosedNotice({ next }: { next: NextDeadlineView | null }) {
  const [closedTitle, setClosedTitle] = useState<string | null>(null)
  const refresh = useSafeRevalidate()
  const isOver = useHasRoundClosed(next)
  useEffect(() => {
    if (!next || !isOver) return
    setClosedTitle(next.roundTitle)
    if (next.closesPage) return
    const timer = setTimeout(refresh, Math.random() * refreshJitterMs)
    return () => clearTimeout(timer)
  }, [next, isOver, refresh])
  return <span aria-live="polite">{closedTitle && `${closedTitle} is closed. `}</span>
}

/** A link to the time zone form, which leads back to this page with its draft. */
export function TimeZoneLink() {
  const location = useLocation()
  if (location.pathname === timeZonePath) return null
  const refreshHref = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = getTimeZoneHref(getCurrentReturnTo())
  }
  return (
    <TextLink className="text-sm" href={getTimeZoneHref(getReturnTo(location))} onClick={refreshHref}>
      Time zone
    </TextLink>
  )
}

const timeZonePath = '/game/time-zone'

function getTimeZoneHref(returnTo: string): string {
  return `${timeZonePath}?${new URLSearchParams({ returnTo })}`
}
