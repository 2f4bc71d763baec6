import type { ReactNode } from 'react'

/** A key figure. A missing one ('-', spec 9) is in normal text: in the condensed face it looks like a stray square. */
export function NumberOrDash({ children }: { children: ReactNode }): ReactNode {
  return children === '-' ? (
    <span className="font-normal font-stretch-100% text-[length:min(1em,1.5rem)] text-muted">-</span>
  ) : (
    children
  )
}
