import type { ReactNode } from 'react'

/** Key figures, separated by thin lines; a missing one is a large dash. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line print:break-inside-avoid">
      {children}
    </dl>
  )
}

export function Stat({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="bg-surface px-[1.1rem] pt-3.5 pb-4 max-md:last:odd:col-span-full forced-colors:[outline:1px_solid]">
      <dt className="text-muted text-sm">{label}</dt>
      {children === '-' ? (
        <dd className="mt-[0.6rem] text-center font-bold text-[3rem]/[0.86] text-muted">-</dd>
      ) : (
        <dd translate="no" className="num mt-[0.6rem] whitespace-nowrap text-[clamp(2rem,9.5vw,3rem)]">
          {children}
        </dd>
      )}
      {note && <dd className="wrap-anywhere mt-[0.35rem] text-muted text-sm">{note}</dd>}
    </div>
  )
}
