import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

interface CardProps {
  /** Id of the heading that names the region (CardHeader's `id`, or that of another h2). */
  labelledBy?: string
  label?: string
  /** Adds padding, for cards without header rows. */
  pad?: boolean
  /** The dark variant: Next Event, Overall Result. */
  stage?: boolean
  className?: string
  children: ReactNode
}

/** For a card that is not a section: an article, an item of a list. */
export const cardClass = 'rounded-lg border border-line bg-surface print:break-inside-avoid'

/** A surface with a thin border. Do not nest cards. */
export function Card({ labelledBy, label, pad, stage, className, children }: CardProps) {
  return (
    <section
      className={classes(
        'card',
        pad && 'p-gap pad',
        stage && 'stage flat relative isolate overflow-clip text-ink',
        className,
      )}
      aria-labelledby={labelledBy}
      aria-label={label}
    >
      {children}
    </section>
  )
}

/** A padded card that its heading names. */
export function TitledCard({ id, title, children, ...card }: TitledCardProps) {
  return (
    <Card pad labelledBy={id} {...card}>
      <h2 className="t" id={id}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

interface TitledCardProps extends Pick<CardProps, 'stage' | 'className' | 'children'> {
  /** Id of the heading. */
  id: string
  title: string
}

/** Heading row of a card; `children` are at its right end, `note` is small text under the heading. */
export function CardHeader({
  id,
  title,
  note,
  children,
}: {
  id?: string
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
}) {
  const heading = (
    <h2 className="t" id={id}>
      {title}
    </h2>
  )
  return (
    <div className="card-h">
      {note ? (
        <div>
          {heading}
          <p className="text-sm text-muted mt-1.5 muted sm">{note}</p>
        </div>
      ) : (
        heading
      )}
      {children}
    </div>
  )
}

export function CardFooter({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('card-f', className)}>{children}</div>
}
