import type { ReactNode } from 'react'

/** A key figure. A missing one ('-', spec 9) is set in plain type: as a condensed numeral it looks like a stray square. */
export function NumberOrDash({ children }: { children: ReactNode }): ReactNode {
  return children === '-' ? <span className="missing">-</span> : children
}
