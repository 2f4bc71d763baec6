import type { ReactNode } from 'react'

/** A sign beside a large numeral, half its size: %, M, #. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className="ml-[0.08em] font-bold text-[0.5em]">{children}</span>
}
