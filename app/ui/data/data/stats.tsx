import type { ReactNode } from 'react'
import { NumberOrDash } from './number-or-dash.tsx'

/** One bordered board of key figures, split by hairlines. Holds Cell elements. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="cells">{children}</dl>
}

/** One figure of the board: label, large numeral, and an optional small note. */
export function Stat({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num num-lg">
        <NumberOrDash>{children}</NumberOrDash>
      </dd>
      {note && <dd className="note">{note}</dd>}
    </div>
  )
}
