import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

interface CardProps {
  /** Id of the heading inside, which names the region (CardHeader's `id`, or your own h2's). */
  labelledBy?: string
  label?: string
  /** Padding all around, for cards without header rows. */
  pad?: boolean
  /** The dark card with haze: Next Event, Overall Result. */
  stage?: boolean
  className?: string
  children: ReactNode
}

/** A surface with a hairline. Cards do not nest. */
export function Card({ labelledBy, label, pad, stage, className, children }: CardProps) {
  return (
    <section
      className={classes('card', pad && 'pad', stage && 'stage flat', className)}
      aria-labelledby={labelledBy}
      aria-label={label}
    >
      {children}
    </section>
  )
}

/** Heading row of a card; `children` stand at its right end. `note` is small text under the heading. */
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
          <p className="sm muted mt-1.5">{note}</p>
        </div>
      ) : (
        heading
      )}
      {children}
    </div>
  )
}

/** Last row of a card. */
export function CardFooter({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('card-f', className)}>{children}</div>
}
