import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** For a card that is not a section: an article, an item of a list. */
export const cardLook = 'rounded-lg border border-line bg-surface print:break-inside-avoid'

interface CardProps {
  /** Id of the heading that names the region (CardHeader's `id`, or that of another h2). */
  labelledBy?: string
  label?: string
  /** Adds padding and spaces between its parts, for cards without header rows. */
  pad?: boolean
  /** The same with its parts in a grid, where buttons are as wide as the card. */
  stack?: boolean
  /** The dark variant: Next Event, Overall Result. */
  stage?: boolean
  className?: string
  children: ReactNode
}

/** A surface with a thin border. Do not nest cards. */
export function Card({ labelledBy, label, pad, stack, stage, className, children }: CardProps) {
  return (
    <section
      className={classes(
        cardLook,
        pad && 'p-gap [:where(&>*+*)]:mt-[0.9rem]',
        stack && 'grid gap-[0.9rem] p-gap',
        stage &&
          'stage relative isolate overflow-clip bg-[radial-gradient(24rem_14rem_at_85%_0,#163036,transparent)] text-ink print:bg-none',
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
export function TitledCard({ id, title, stack, children, ...card }: TitledCardProps) {
  return (
    <Card pad={!stack} stack={stack} labelledBy={id} {...card}>
      <CardTitle id={id}>{title}</CardTitle>
      {children}
    </Card>
  )
}

interface TitledCardProps extends Pick<CardProps, 'stack' | 'stage' | 'children'> {
  /** Id of the heading. */
  id: string
  title: string
}

export function CardTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 className="wrap-anywhere min-w-0 text-[1.625rem]/none" id={id}>
      {children}
    </h2>
  )
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
  const heading = <CardTitle id={id}>{title}</CardTitle>
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-gap py-4 max-2xs:[&>a>svg]:hidden">
      {note ? (
        <div className="min-w-20 flex-1">
          {heading}
          <p className="mt-1.5 text-muted text-sm">{note}</p>
        </div>
      ) : (
        heading
      )}
      {children}
    </div>
  )
}

const cardFooterLook = 'border-t border-line px-gap py-4'

export function CardFooter({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes(cardFooterLook, className)}>{children}</div>
}
