import { useLocation } from '@remix-run/react'
import { type MouseEvent, useEffect, useState } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { type FormattedInstant, formatRemaining } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { useCountdown, useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useSafeRevalidate } from '#app/ui/hooks/use-safe-revalidate.ts'
import { getCurrentReturnTo, getReturnTo } from '#app/ui/navigation/return-to.ts'

/** A round closes for everybody at once: this spreads the requests of all open pages. */
const refreshJitterMs = 2_000

/**
 * The next deadline in one line: 'Closes May 13, 21:00 CEST · in 3 days'. What changes while the page is open is last.
 * `isAlone` leaves out how long until then, where it is said large.
 */
export function NextDeadline({ next, isAlone }: { next: NextDeadlineView | null; isAlone?: boolean }) {
  const remainingMs = useCountdown(next)
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-1 font-[600] max-2xs:-ml-1 max-2xs:text-sm md:text-lg max-2xs:[&>svg]:hidden">
      <Icon name="clock" className="text-muted" />
      <RoundClosedNotice next={next} />
      {next === null && 'All rounds are closed.'}
      {next && remainingMs !== 0 && (
        <>
          <span>
            Closes <DeadlineTime deadline={next.deadline} />
          </span>{' '}
          {/* No live region: screen readers would announce every minute. */}
          {!isAlone && (
            <span className="whitespace-nowrap font-bold text-spot print:text-ink">
              <span className="max-[22rem]:hidden">· </span>
              {formatRemaining(remainingMs ?? 0)}
            </span>
          )}
        </>
      )}
    </p>
  )
}

/** A deadline whose time zone is the link to the form that changes it, which leads back to this page with its draft. */
function DeadlineTime({ deadline: { text, iso } }: { deadline: FormattedInstant }) {
  const zoneAt = text.lastIndexOf(' ') + 1
  return (
    <time dateTime={iso}>
      {text.slice(0, zoneAt)}
      <TimeZoneLink zone={text.slice(zoneAt)} />
    </time>
  )
}

/**
 * Announces that a round closed while the page was open, and revalidates the page once, unless the deadline removes the
 * page itself (`closesPage`): a draft on it would be lost.
 */
function RoundClosedNotice({ next }: { next: NextDeadlineView | null }) {
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

function TimeZoneLink({ zone }: { zone: string }) {
  const location = useLocation()
  if (location.pathname === timeZonePath) return zone
  const refreshHref = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = getTimeZoneHref(getCurrentReturnTo())
  }
  return (
    <a
      className="inline-flex min-h-11 min-w-11 items-center text-ink"
      href={getTimeZoneHref(getReturnTo(location))}
      aria-label={`Time zone: ${zone}`}
      onClick={refreshHref}
    >
      {zone}
    </a>
  )
}

const timeZonePath = '/game/time-zone'

function getTimeZoneHref(returnTo: string): string {
  return `${timeZonePath}?${new URLSearchParams({ returnTo })}`
}
