import type { ReactNode } from 'react'

/** A key figure. A missing one ('-', spec 9) is in normal text: in the condensed face it looks like a stray square. */
export function NumberOrDash({ children }: { children: ReactNode }): ReactNode {
  return children === '-' ? (
    <span className="font-normal text-[length:min(1em,1.5rem)] text-muted [font-stretch:100%]">-</span>
  ) : (
    children
  )
}
