import type { ReactNode } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import { type SpotlightCountry, SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { LiveBadge } from '#app/ui/game/live-badge.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
import { bandColumnsLook, bandLook } from '#app/ui/layout/band.ts'
import { Lead } from '#app/ui/layout/lead.tsx'
import { GameNav } from '#app/ui/navigation/game-nav.tsx'

interface PageHeaderProps {
  title: ReactNode
  lead?: ReactNode
  facts?: ReactNode
  /** The viewer's countries in order; null or a missing place leaves a lamp off. */
  countries?: readonly (SpotlightCountry | null)[]
  /** Whose countries they are, where they are not the viewer's. */
  lampsLabel?: string
  /** The next deadline; undefined where the page shows it elsewhere. */
  next?: NextDeadlineView | null | undefined
  /** When the points on the page were published, while they are not official (D34). */
  live?: FormattedInstant | null
  /** Sets the title in small letters, where something else is large. */
  isTitleSmall?: boolean
  /** The copy behind the sign-in card, which must not have a second h1 (D21). */
  isCopy?: boolean
  /** More beneath the title, in place of the deadline. */
  event?: ReactNode
  children?: ReactNode
}

const titleLook = 'display mt-auto pt-2 text-[min(0.35rem+10vw,2.75rem)] md:text-[min(2.1rem+2.9vw,4.25rem)]'

const smallTitleLook = 'title mt-auto pt-2 text-lg text-muted'

/** The header of a game page: the way to the others, the title, and the deadline, beside the lamps. */
export function PageHeader({
  title,
  lead,
  facts,
  countries = [],
  lampsLabel,
  next,
  live = null,
  isTitleSmall,
  isCopy,
  event,
  children,
}: PageHeaderProps) {
  const Title = isCopy ? 'p' : 'h1'
  return (
    <section className={`${bandLook} mb-[clamp(1rem,2.4vw,2rem)]`}>
      <div className={bandColumnsLook}>
        <div className="flex min-w-0 flex-col self-stretch pb-3.5">
          <GameNav />
          <LiveBadge live={live} />
          <Title className={isTitleSmall ? smallTitleLook : titleLook}>{title}</Title>
          {lead && <Lead className="mt-1">{lead}</Lead>}
          {facts && <Facts>{facts}</Facts>}
          {event}
          {next !== undefined && <NextDeadline next={next} />}
          {children && (
            <div
              // The truss of an empty stage begins higher.
              className={classes(
                'mt-1.5 flex flex-wrap items-center gap-3',
                !countries.some(Boolean) && 'max-md:pb-5',
              )}
            >
              {children}
            </div>
          )}
        </div>
        <SpotlightRow countries={countries} label={lampsLabel} />
      </div>
    </section>
  )
}

/** Key figures in a page header or on a dark card. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="mt-1 flex flex-wrap gap-x-9 gap-y-4">{children}</dl>
}

const factSizes = { lg: 'num text-num-lg', xl: 'num text-num-xl', text: 'font-bold' } as const

interface FactProps {
  label: ReactNode
  /** Sets the figure in the accent colour; one per page. */
  isHighlighted?: boolean
  /** lg and xl are large numerals; text is a plain bold value such as a date. */
  size?: keyof typeof factSizes
  children: ReactNode
}

/** One key figure inside Facts. */
export function Fact({ label, isHighlighted, size = 'lg', children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="wrap-anywhere text-muted text-sm">{label}</dt>
      <dd
        translate={size === 'text' ? undefined : 'no'}
        className={classes('mt-[0.1rem]', factSizes[size], isHighlighted && 'text-spot print:text-ink')}
      >
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
    </div>
  )
}
