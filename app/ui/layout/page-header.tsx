import { type ReactNode, useContext } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { type SpotlightCountry, SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { BehindOverlayContext } from '#app/ui/sign-in/behind-overlay.ts'

interface PageHeaderProps {
  title: ReactNode
  lead?: ReactNode
  facts?: ReactNode
  /** The viewer's countries in order; null or a missing place leaves a lamp off. */
  countries?: readonly (SpotlightCountry | null)[]
  /** The next deadline; undefined where the page shows it elsewhere. */
  next?: NextDeadlineView | null
  /** Whether a link leads back to the dashboard, which has none itself. */
  back?: boolean
  children?: ReactNode
}

/** A dark band across the page, with a line at its end; `bandColumnsLook` lays out its text and its lamps. */
export const bandLook =
  'stage relative isolate overflow-clip bg-stage bg-[radial-gradient(34rem_18rem_at_76%_0,#13282c,transparent)] text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line print:bg-none'
export const bandColumnsLook =
  'mx-auto grid w-full max-w-wrap items-end gap-x-8 gap-y-4 px-page pt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]'

/** The header of a game page. */
export function PageHeader({
  title,
  lead,
  facts,
  countries = [],
  next,
  back = true,
  children,
}: PageHeaderProps) {
  const isBehindOverlay = useContext(BehindOverlayContext)
  return (
    <section className={`${bandLook} mb-[clamp(1.5rem,3vw,2.5rem)]`}>
      <div className={bandColumnsLook}>
        <div className="min-w-0 pb-6">
          {back && <BackLink href="/game">Back to Dashboard</BackLink>}
          {isBehindOverlay ? (
            <p className="display mt-1 text-h1">{title}</p>
          ) : (
            <h1 className="mt-1">{title}</h1>
          )}
          {lead && <Lead className="mt-3">{lead}</Lead>}
          {facts && <Facts>{facts}</Facts>}
          {next !== undefined && <NextDeadline next={next} />}
          {children && <div className="mt-5 flex flex-wrap items-center gap-3">{children}</div>}
        </div>
        <SpotlightRow countries={countries} />
      </div>
    </section>
  )
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink className="-ml-[0.15rem]" href={href}>
      <Icon name="arrow-left" />
      {children}
    </TextLink>
  )
}

/** Key figures in a page header or on a dark card. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="mt-5 flex flex-wrap gap-x-9 gap-y-4">{children}</dl>
}

const factSizes = {
  lg: 'num text-num-lg',
  xl: 'num text-num-xl',
  text: 'font-bold',
} as const

interface FactProps {
  label: string
  /** Sets the figure in the accent colour; one per page. */
  isHighlighted?: boolean
  /** lg and xl are large numerals; text is a plain bold value such as a date. */
  size?: keyof typeof factSizes
  children: ReactNode
}

/** One key figure inside Facts. */
export function Fact({ label, isHighlighted, size = 'lg', children }: FactProps) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={classes('mt-[0.35rem]', factSizes[size], isHighlighted && 'text-spot print:text-ink')}>
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
    </div>
  )
}
