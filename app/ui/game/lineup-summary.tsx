import type { Entry } from '#app/game/season/contest.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Position } from './position.tsx'

interface LineupSummaryProps {
  entries: readonly Pick<Entry, 'code' | 'country'>[]
  percentages: readonly number[]
}

/** The whole line-up: six cells of lamp, flag, name and share. Last part of a Card. */
export function LineupSummary({ entries, percentages }: LineupSummaryProps) {
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-px overflow-hidden rounded-b-lg bg-line">
      {entries.map(({ code, country }, i) => (
        <li
          key={code}
          className="grid min-h-18 grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-[0.8rem] bg-surface px-5 py-[0.7rem] forced-colors:outline-1"
        >
          <Position position={i + 1} />
          <Flag code={code} />
          {/* A long name takes the whole line, and its share is beneath, aligned with the other shares. */}
          <span className="flex flex-wrap items-center gap-x-[0.8rem] gap-y-1">
            <b className="wrap-anywhere min-w-0 leading-[1.2]">{country}</b>
            <span className="num ms-auto text-num-sm">{Math.round(percentages[i] ?? 0)}%</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
