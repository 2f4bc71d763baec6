import type { TeamLamps } from '#app/game/season/team-lamps.ts'
import { Lamp } from './lamp.tsx'

/** The six lamps of a team in a row, small, with their words. */
export function SixLamps({ six: { lamps, text } }: { six: TeamLamps }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <span className="flex gap-1 max-2xs:gap-0">
        {[0, 1, 2, 3, 4, 5].map((at) => {
          const state = lamps[at]
          return state && <Lamp key={at} state={state} className="size-4.5 max-2xs:size-4" />
        })}
      </span>
      {text}
    </span>
  )
}
