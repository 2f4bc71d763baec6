import type { ReactNode } from 'react'
import { NumberOrDash } from './number-or-dash.tsx'

/** Key figures, separated by thin lines. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] print:break-inside-avoid">
      {children}
    </dl>
  )
}

export function Stat({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="bg-surface px-[1.1rem] pt-4 pb-[1.1rem] max-md:last:odd:col-span-full forced-colors:[outline:1px_solid]">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="num mt-[0.6rem] whitespace-nowrap text-[clamp(2rem,9.5vw,3rem)]">
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
      {note && <dd className="wrap-anywhere mt-[0.35rem] text-muted text-sm">{note}</dd>}
    </div>
  )
}
