import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** Figures of a card beneath each other. */
export function Totals({ children }: { children: ReactNode }) {
  return <dl className="grid gap-[1.1rem]">{children}</dl>
}

/** The label of a figure. */
export function TotalLabel({ children }: { children: ReactNode }) {
  return <dt className="font-normal text-muted text-sm">{children}</dt>
}

interface TotalLineProps {
  label: string
  /** Draws a line above it. */
  hasRule?: boolean
  children: ReactNode
}

/** A label and its figure in one line. */
export function TotalLine({ label, hasRule, children }: TotalLineProps) {
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-4 font-bold',
        hasRule && 'border-line border-t pt-[0.9rem]',
      )}
    >
      <TotalLabel>{label}</TotalLabel>
      <dd>{children}</dd>
    </div>
  )
}
