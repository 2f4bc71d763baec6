import type { ReactNode } from 'react'

const look = 'pt-[clamp(2rem,4vw,3.5rem)] pb-[clamp(1.25rem,2.5vw,2rem)] [:where(&>*+*)]:mt-4'

/** The heading of a page without a band, and what introduces it. */
export function PlainHeader({ children }: { children: ReactNode }) {
  return <header className={look}>{children}</header>
}
