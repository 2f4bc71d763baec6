import type { ReactNode } from 'react'

/** A sign beside a large numeral, half its size: %, M, #. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className="ml-[0.08em] font-bold text-[0.5em]">{children}</span>
}

/** A numeral in the condensed face, which translators leave as it is (D44). */
export function Num({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span translate="no" className={`num ${className}`}>
      {children}
    </span>
  )
}
