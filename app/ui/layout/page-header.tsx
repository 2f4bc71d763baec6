import { type ReactNode, useContext } from 'react'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { type SpotlightCountry, SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Anchor } from '#app/ui/forms/button.tsx'
import { NextDeadline } from '#app/ui/game/next-deadline.tsx'
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
    <section className="band stage relative isolate overflow-clip bg-stage text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line">
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <div className="band-copy">
          {back && <BackLink href="/game">Back to Dashboard</BackLink>}
          {isBehindOverlay ? <p className="display text-h1">{title}</p> : <h1>{title}</h1>}
          {lead && <p className="max-w-[30.94em] text-lg/normal text-pretty text-muted lead muted">{lead}</p>}
          {facts && <dl className="facts">{facts}</dl>}
          {next !== undefined && <NextDeadline next={next} />}
          {children && <div className="flex flex-wrap items-center gap-3 band-acts row">{children}</div>}
        </div>
        <SpotlightRow countries={countries} />
      </div>
    </section>
  )
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor className="link back" href={href}>
      <Icon name="arrow-left" />
      {children}
    </Anchor>
  )
}

interface FactProps {
  label: string
  /** Sets the figure in the accent colour; one per page. */
  isHighlighted?: boolean
  /** lg and xl are large numerals; text is a plain bold value such as a date. */
  size?: 'lg' | 'xl' | 'text'
  children: ReactNode
}

/** One key figure of a page header or a dark card, inside `<dl className="facts">`. */
export function Fact({ label, isHighlighted, size = 'lg', children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd
        className={classes(
          size === 'text' ? 'font-bold' : `num num-${size}`,
          isHighlighted && 'text-spot-ink hot',
        )}
      >
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
    </div>
  )
}
