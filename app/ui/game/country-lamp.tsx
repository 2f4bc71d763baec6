import { isLampOff } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Position } from './position.tsx'

interface CountryLampProps {
  code: string
  /** Its place in the line-up, 1 to 6. */
  position: number
  /** The country in the show of the line-up; undefined where nothing is said of it. */
  show: ShowStateView | undefined
}

/** A lamp with a line-up position, standing on the flag that it lights. It is off where the country does not sing (D35). */
export function CountryLamp({ code, position, show }: CountryLampProps) {
  const isOff = show !== undefined && isLampOff(show.state)
  return (
    <span className="grid flex-none justify-items-center">
      {isOff ? (
        <OffLamp position={position} isDashed={show.state === 'absent'} />
      ) : (
        <Position position={position} size="flag" isGold={show?.state === 'through'} />
      )}
      <Flag code={code} size="lamp" />
    </span>
  )
}

/** The outline of a lamp: dashed for a country that sings in another show. */
function OffLamp({ position, isDashed }: { position: number; isDashed: boolean }) {
  return (
    <span className="relative grid h-7.25 w-8.5 place-items-center pt-0.5 font-[850] font-stretch-62% text-[1.4rem] text-muted tabular-nums leading-none">
      <svg
        className={
          isDashed
            ? 'absolute inset-0 size-full stroke-edge'
            : 'absolute inset-0 size-full fill-sunken stroke-edge'
        }
        viewBox="0 0 34 29"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray={isDashed ? '4 3' : undefined}
        aria-hidden="true"
      >
        <path d="M9 1h16l8 27H1z" />
      </svg>
      <span className="relative">
        <span className="sr-only">Position </span>
        {position}
      </span>
    </span>
  )
}
