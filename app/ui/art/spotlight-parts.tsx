import { isLampOff, type LampState } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'
import { FLAG_STRIPES } from './flag-stripes.ts'
import { extendRay, getHaloPoints, getLampAngle, getStripePoints, type Ray } from './spotlight-geometry.ts'

const WHITE = '#f4f7f7'
/** White stripes are slightly blue, with an opacity of 82 %. */
const WHITE_LIGHT = '#e6f3f6d1'
/** The light of a lamp without a known flag: the accent colour. */
const SPOT = ['#ff62a5']

/** A country's stripes; the accent colour for none. */
export function getStripes(code: string | null): readonly string[] {
  return (code && FLAG_STRIPES[code]) || SPOT
}

/** The class that sets a country's glow colour as --f. */
export function getSpillClass(code: string | null): string {
  return code && code in FLAG_STRIPES ? `spill-${code}` : 'spill-spot'
}

export function Stripes({ ray, colours }: { ray: Ray; colours: readonly string[] }) {
  return colours.map((colour, i) => (
    <polygon
      // biome-ignore lint/suspicious/noArrayIndexKey: stripes repeat colours and never move
      key={i}
      points={getStripePoints(ray, i, colours.length)}
      fill={colour === WHITE ? WHITE_LIGHT : colour}
    />
  ))
}

/** The ids of SpotlightDefs begin so. */
export const ART_DEFS_ID = 'art-light'

/** The size of a SpotlightRow. */
export const ROW = { width: 544, height: 226 } as const

interface LightingRigProps {
  /** Of the LightDefs that it refers to. */
  id: string
  height: number
  /** How wide the glow of a beam is at its landing. */
  glow: number
  /** The rays of the lamps; a lamp without a country is off. */
  lamps: readonly LampLight[]
}

interface LampLight {
  ray: Ray
  code: string | null
  show?: LampState | undefined
}

/** The light of a lamp that is not white: gold for a country that is through, the accent colour for the one on stage. */
export const lampColours: Partial<Record<LampState, string>> = { through: '#edc23e', 'on-stage': '#ff62a5' }

export const getLampColour = (show: LampState | undefined) => show && lampColours[show]

/** Lamps, and their light down to the floor. */
export function LightingRig({ id, height, glow, lamps }: LightingRigProps) {
  return (
    <>
      <g mask={`url(#${id})`}>
        {lamps.map(
          (lamp, index) => isOn(lamp) && <Beam key={lamp.ray.x0} {...{ lamp, index, height, glow }} />,
        )}
      </g>
      {lamps.map((lamp, index) => (
        <Lamp key={lamp.ray.x0} lamp={lamp} id={id} index={index} />
      ))}
    </>
  )
}

const isOn = ({ code, show }: LampLight) => code !== null && !(show && isLampOff(show))

interface BeamProps {
  lamp: LampLight
  index: number
  height: number
  glow: number
}

/** The stripes of a flag as light, dim while its country waits, with edges in the lamp's own colour. */
function Beam({ lamp: { ray, code, show }, index, height, glow }: BeamProps) {
  const colour = getLampColour(show)
  const whole = extendRay(ray, height)
  return (
    <g className={classes(`beam beam-${index}`, show === 'waiting' && 'beam-waiting', getSpillClass(code))}>
      <polygon
        fill={colour ?? 'var(--f)'}
        opacity=".2"
        points={getHaloPoints(extendRay({ ...ray, w0: ray.w0 - 1, w1: glow }, height))}
      />
      <Stripes ray={whole} colours={getStripes(code)} />
      {colour &&
        [0, 11].map((at) => <polygon key={at} fill={colour} points={getStripePoints(whole, at, 12)} />)}
    </g>
  )
}

/** The lamp hangs straight while it is off, and is turned away for a country that is out. */
function Lamp({ lamp, id, index }: { lamp: LampLight; id: string; index: number }) {
  const { ray, show } = lamp
  const colour = getLampColour(show)
  const on = isOn(lamp)
  const isDim = show === 'waiting'
  const angle = getLampAngle(ray)
  const turned = show === 'out' || show === 'withdrawn' ? angle + (index < 3 ? 64 : -64) : 0
  const flare = colour ? show : id
  return (
    <>
      <g transform={`translate(${ray.x0} ${ray.y0}) rotate(${on ? angle : turned})`}>
        <rect
          x="-9"
          y="-17"
          width="18"
          height="19"
          rx="3"
          fill={on ? '#2a393c' : '#1a2527'}
          stroke={colour ?? '#47585b'}
        />
        <rect
          x="-9"
          y="-1"
          width="18"
          height="3"
          fill={colour ?? (isDim ? '#8fa3a6' : on ? '#fff' : '#47585b')}
        />
      </g>
      {on && <circle cx={ray.x0} cy={ray.y0 + 3} r={isDim ? 9 : colour ? 30 : 24} fill={`url(#${flare}f)`} />}
    </>
  )
}
