import { useLocation } from '@remix-run/react'
import { type MouseEvent, useEffect, useState } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { formatRemaining } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { useCountdown, useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useSafeRevalidate } from '#app/ui/hooks/use-safe-revalidate.ts'
import { getCurrentReturnTo } from '#app/ui/navigation/current-return-to.ts'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'

/** Everybody's round closes at the same instant: the pages ask for what comes next within these ms, not all at once. */
const refreshJitterMs = 2_000

/**
 * When the next round closes, the way to other zones right beneath it, and how long that is: in the band of the pages of
 * the game. What can change while it is read (the instant's zone, the time left) stands last in its line, so that
 * nothing else moves.
 */
export function NextDeadline({ next }: { next: NextDeadlineView | null }) {
  const hasClosed = useHasRoundClosed(next)
  const isAhead = next !== null && !hasClosed
  return (
    <div className={classes('next', next === null && 'next-none')}>
      <Icon name="clock" />
      <p>
        <RoundClosedNotice next={next} />
        {next === null && 'All rounds are closed.'}
        {isAhead && (
          <>
            {next.roundTitle} closes <time dateTime={next.deadline.iso}>{next.deadline.text}</time>
          </>
        )}
      </p>
      <div>
        <TimeZoneLink />
        {isAhead && <RemainingTime next={next} />}
      </div>
    </div>
  )
}

/** The time left. It moves on where script runs, and is no live region: nobody hears every minute. */
export function RemainingTime({ next }: { next: NextDeadlineView }) {
  return <span className="left">{formatRemaining(useCountdown(next) ?? 0)}</span>
}

/**
 * Says that a round closed while the page was open; that is heard. The page is asked for anew then, once, unless it
 * would go away.
 */
export function RoundClosedNotice({ next }: { next: NextDeadlineView | null }) {
  const [closed, setClosed] = useState<string | null>(null)
  const refresh = useSafeRevalidate()
  const isOver = useHasRoundClosed(next)
  useEffect(() => {
    if (!next || !isOver) return
    setClosed(next.roundTitle)
    if (next.closesPage) return
    const timer = setTimeout(refresh, Math.random() * refreshJitterMs)
    return () => clearTimeout(timer)
  }, [next, isOver, refresh])
  return <span aria-live="polite">{closed && `${closed} is closed. `}</span>
}

/** Leads from other pages to the form for the zone that times are shown in, and from there back to this page as it stands. */
export function TimeZoneLink() {
  const location = useLocation()
  if (location.pathname === timeZonePath) return null
  const leadBack = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = getTimeZoneHref(getCurrentReturnTo())
  }
  return (
    <a className="link" href={getTimeZoneHref(getReturnTo(location))} onClick={leadBack}>
      Time zone
    </a>
  )
}

const timeZonePath = '/game/time-zone'

function getTimeZoneHref(here: string): string {
  return `${timeZonePath}?${new URLSearchParams({ returnTo: here })}`
}
