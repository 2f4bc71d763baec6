import type { ReactNode } from 'react'

/** A key figure. A missing one ('-', spec 9) is in the wide face: in the condensed one it looks like a stray square. */
export function NumberOrDash({ children }: { children: ReactNode }): ReactNode {
  return children === '-' ? (
    <span className="font-bold font-stretch-100% text-[1.4em]/none text-muted">-</span>
  ) : (
    children
  )
}
