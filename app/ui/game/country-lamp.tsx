import type { LampState } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Lamp } from './lamp.tsx'
import { Position } from './position.tsx'

interface CountryLampProps {
  code: string
  /** Its place in the line-up, 1 to 6. */
  position: number
  /** The country in the show of the line-up; undefined where nothing is said of it. */
  show: ShowStateView | undefined
}

/** The colour of the digit; muted where the lamp is off. */
const digits: Partial<Record<LampState, string>> = {
  waiting: 'text-ink',
  sung: 'text-bg',
  'on-stage': 'text-on-spot',
  through: 'text-on-spot',
}

/** A frame on stage, and little light for a country that is out. */
const flags: Partial<Record<LampState, string>> = { 'on-stage': 'outline-2', out: 'opacity-30' }

/**
 * A lamp with a line-up position, standing on the flag that it lights: in the colours of the shares until the show begins, then
 * by the country's state in it (D35). The flag tells the state, too, where a digit takes the place of the lamp's sign.
 */
export function CountryLamp({ code, position, show }: CountryLampProps) {
  const state = show?.state ?? 'ready'
  return (
    <span className="grid flex-none justify-items-center">
      {state === 'ready' ? (
        <Position position={position} size="flag" />
      ) : (
        <span
          className={classes(
            'relative grid h-7.25 w-8.5 place-items-center pt-0.5 font-[850] font-stretch-62% text-[1.4rem] tabular-nums leading-none forced-colors:border',
            digits[state] ?? 'text-muted',
          )}
        >
          <Lamp state={state} hasDigit className="absolute inset-0 size-full forced-colors:hidden" />
          <span className="relative">
            <span className="sr-only">Position </span>
            {position}
          </span>
        </span>
      )}
      <Flag code={code} size="lamp" className={flags[state]} />
      {state === 'through' && <span className="w-9.5 border-gold border-b-3" />}
    </span>
  )
}
