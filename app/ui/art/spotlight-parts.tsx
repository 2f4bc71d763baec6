import type { ReactNode } from 'react'
import { FLAG_STRIPES } from './flag-stripes.ts'
import {
  extendRay,
  getHaloPoints,
  getLampAngle,
  getStripePoints,
  getTrussPaths,
  type Ray,
} from './spotlight-geometry.ts'

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

/** Stops of a vertical fade: [offset, opacity]. */
export type Fade = readonly (readonly [number, number])[]

interface TrussLayout {
  y: number
  /** Its distance from both sides. */
  margin: number
  /** The class that hides its chains where text is above it. */
  chains: string
}

interface LightingRigProps {
  id: string
  width: number
  height: number
  /** The fade of the light towards the floor. */
  fade: Fade
  /** How wide the glow of a beam is at its landing. */
  glow: number
  truss: TrussLayout
  /** The rays of the lamps; a lamp without a country is off, and hangs straight unless it is turned away. */
  lamps: readonly { ray: Ray; code: string | null; isTurned?: boolean }[]
  children?: ReactNode
}

/** Lamps on a truss, and their light down to the floor. */
export function LightingRig({ id, width, height, fade, glow, truss, lamps, children }: LightingRigProps) {
  return (
    <>
      <LightDefs id={id} width={width} height={height} fade={fade} />
      {children}
      <Truss {...truss} width={width} />
      <g mask={`url(#${id})`}>
        {lamps.map(
          ({ ray, code }, index) =>
            code && (
              <g key={ray.x0} className={`beam beam-${index} ${getSpillClass(code)}`}>
                <polygon
                  fill="var(--f)"
                  opacity=".2"
                  points={getHaloPoints(extendRay({ ...ray, w0: ray.w0 - 1, w1: glow }, height))}
                />
                <Stripes ray={extendRay(ray, height)} colours={getStripes(code)} />
              </g>
            ),
        )}
      </g>
      {lamps.map(({ ray, code, isTurned }) => (
        <Lamp key={ray.x0} ray={ray} angle={isTurned ? 64 : 0} isOn={code !== null} id={id} />
      ))}
    </>
  )
}

/** `angle` is that of a lamp that is off, in degrees. */
function Lamp({ ray, angle, isOn, id }: { ray: Ray; angle: number; isOn: boolean; id: string }) {
  const fill = isOn ? '#2a393c' : '#1a2527'
  return (
    <>
      <g transform={`translate(${ray.x0} ${ray.y0}) rotate(${isOn ? getLampAngle(ray) : angle})`}>
        <rect x="-9" y="-17" width="18" height="19" rx="3" fill={fill} stroke="#47585b" />
        <rect x="-9" y="-1" width="18" height="3" fill={isOn ? '#fff' : '#47585b'} />
      </g>
      {isOn && <circle cx={ray.x0} cy={ray.y0 + 3} r="24" fill={`url(#${id}f)`} />}
    </>
  )
}

function Truss({ y, margin, chains, width }: TrussLayout & { width: number }) {
  const paths = getTrussPaths(y, margin, width - margin)
  return (
    <g fill="none" stroke="#34474a" strokeWidth="1.5">
      <path d={paths.truss} />
      <path className={chains} d={paths.chains} />
    </g>
  )
}

/** How far the light reaches beyond the view box, left and right. */
const SPREAD = 160

/** The mask that fades light towards the floor, and the flare of a lamp. */
function LightDefs({ id, width, height, fade }: Pick<LightingRigProps, 'id' | 'width' | 'height' | 'fade'>) {
  const box = { x: -SPREAD, width: width + 2 * SPREAD, height }
  return (
    <defs>
      <linearGradient id={`${id}g`} x1="0" y1="0" x2="0" y2="1">
        <FadeStops fade={fade} colour="#fff" />
      </linearGradient>
      <Flare id={id} />
      <mask id={id} maskUnits="userSpaceOnUse" x={-SPREAD} y="0" width={box.width} height={height}>
        <rect {...box} fill={`url(#${id}g)`} />
      </mask>
    </defs>
  )
}

export function FadeStops({ fade, colour }: { fade: Fade; colour: string }) {
  return fade.map(([offset, opacity]) => (
    <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity} />
  ))
}

export function Flare({ id }: { id: string }) {
  return (
    <radialGradient id={`${id}f`}>
      <stop offset="0" stopColor="#fff" stopOpacity=".95" />
      <stop offset=".18" stopColor="#fff" stopOpacity=".5" />
      <stop offset="1" stopColor="#fff" stopOpacity="0" />
    </radialGradient>
  )
}
