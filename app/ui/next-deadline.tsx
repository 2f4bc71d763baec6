import { useLocation } from '@remix-run/react'
import { type MouseEvent, useEffect, useState } from 'react'
import type { Closing } from '#app/game/closing.ts'
import { formatRemaining } from '#app/game/instant.ts'
import { classes } from './classes.ts'
import { useCountdown, useHasClosed } from './countdown.ts'
import { Icon } from './icon.tsx'
import { addressNow } from './late-address.ts'
import { pageAddress } from './page-address.ts'
import { useRefresh } from './refresh.ts'

/** Everybody's round closes at the same instant: the pages ask for what comes next within these ms, not all at once. */
const spreadMs = 2_000

/**
 * When the next round closes, the way to other zones right beneath it, and how long that is: in the band of the pages of
 * the game. What can change while it is read (the instant's zone, the time left) stands last in its line, so that
 * nothing else moves.
 */
export function NextDeadline({ next }: { next: Closing | null }) {
  const hasClosed = useHasClosed(next)
  const isAhead = next !== null && !hasClosed
  return (
    <div className={classes('next', next === null && 'next-none')}>
      <Icon name="clock" />
      <p>
        <JustClosed next={next} />
        {next === null && 'All rounds are closed.'}
        {isAhead && (
          <>
            {next.roundTitle} closes <time dateTime={next.deadline.iso}>{next.deadline.text}</time>
          </>
        )}
      </p>
      <div>
        <ZoneLink />
        {isAhead && <Remaining next={next} />}
      </div>
    </div>
  )
}

/** The time left. It moves on where script runs, and is no live region: nobody hears every minute. */
export function Remaining({ next }: { next: Closing }) {
  return <span className="left">{formatRemaining(useCountdown(next) ?? 0)}</span>
}

/**
 * Says that a round closed while the page was open; that is heard. The page is asked for anew then, once, unless it
 * would go away.
 */
export function JustClosed({ next }: { next: Closing | null }) {
  const [closed, setClosed] = useState<string | null>(null)
  const refresh = useRefresh()
  const isOver = useHasClosed(next)
  useEffect(() => {
    if (!next || !isOver) return
    setClosed(next.roundTitle)
    if (next.endsPage) return
    const timer = setTimeout(refresh, Math.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [next, isOver, refresh])
  return <span aria-live="polite">{closed && `${closed} is closed. `}</span>
}

/** Leads from other pages to the form for the zone that times are shown in, and from there back to this page as it stands. */
export function ZoneLink() {
  const location = useLocation()
  if (location.pathname === zonePath) return null
  const leadBack = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = zoneHref(addressNow())
  }
  return (
    <a className="link" href={zoneHref(pageAddress(location))} onClick={leadBack}>
      Time zone
    </a>
  )
}

const zonePath = '/game/time-zone'

function zoneHref(here: string): string {
  return `${zonePath}?${new URLSearchParams({ returnTo: here })}`
}
