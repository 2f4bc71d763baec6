import type { ReactNode } from 'react'
import { NumberOrDash } from './number-or-dash.tsx'

export function Stats({ children }: { children: ReactNode }) {
  return <dl className="cells">{children}</dl>
}

export function Stat({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num text-num-lg num-lg">
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
      {note && <dd className="note">{note}</dd>}
    </div>
  )
}
