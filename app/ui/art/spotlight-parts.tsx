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

/** The stripes along a ray. */
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

/** One lamp's light down to the floor, with its glow; `index` delays its animation. */
export function Spotlight({
  ray,
  code,
  index,
  floor,
  glow,
}: {
  ray: Ray
  code: string
  index: number
  floor: number
  glow: number
}) {
  return (
    <g className={`beam beam-${index} ${getSpillClass(code)}`}>
      <polygon
        className="halo"
        points={getHaloPoints(extendRay({ ...ray, w0: ray.w0 - 1, w1: glow }, floor))}
      />
      <Stripes ray={extendRay(ray, floor)} colours={getStripes(code)} />
    </g>
  )
}

/** The lamp at the top of a ray. */
export function Lamp({ ray, isOn, id }: { ray: Ray; isOn: boolean; id: string }) {
  return (
    <>
      <g transform={`translate(${ray.x0} ${ray.y0}) rotate(${getLampAngle(ray)})`}>
        <rect
          x="-9"
          y="-17"
          width="18"
          height="19"
          rx="3"
          fill={isOn ? '#2a393c' : '#1a2527'}
          stroke="#47585b"
        />
        <rect x="-9" y="-1" width="18" height="3" fill={isOn ? '#fff' : '#47585b'} />
      </g>
      {isOn && <circle cx={ray.x0} cy={ray.y0 + 3} r="24" fill={`url(#${id}f)`} />}
    </>
  )
}

/** The truss that the lamps hang on. */
export function Truss({ y, x0, x1 }: { y: number; x0: number; x1: number }) {
  const { truss, chains } = getTrussPaths(y, x0, x1)
  return (
    <g fill="none" stroke="#34474a" strokeWidth="1.5">
      <path d={truss} />
      <path className="chain" d={chains} />
    </g>
  )
}

/** How far the light reaches beyond the view box, left and right. */
const SPREAD = 160

/** Stops of a vertical fade: [offset, opacity]. */
export type Fade = readonly (readonly [number, number])[]

/** The flare of a lamp. */
export function Flare({ id }: { id: string }) {
  return (
    <radialGradient id={`${id}f`}>
      <stop offset="0" stopColor="#fff" stopOpacity=".95" />
      <stop offset=".18" stopColor="#fff" stopOpacity=".5" />
      <stop offset="1" stopColor="#fff" stopOpacity="0" />
    </radialGradient>
  )
}

/** The mask that fades light towards the floor, and the flare of a lamp; `id` must be unique on the page. */
export function SpotlightDefs({
  id,
  width,
  height,
  fade,
}: {
  id: string
  width: number
  height: number
  fade: Fade
}) {
  return (
    <defs>
      <linearGradient id={`${id}g`} x1="0" y1="0" x2="0" y2="1">
        {fade.map(([offset, opacity]) => (
          <stop key={offset} offset={offset} stopColor="#fff" stopOpacity={opacity} />
        ))}
      </linearGradient>
      <Flare id={id} />
      <mask id={id} maskUnits="userSpaceOnUse" x={-SPREAD} y="0" width={width + 2 * SPREAD} height={height}>
        <rect x={-SPREAD} width={width + 2 * SPREAD} height={height} fill={`url(#${id}g)`} />
      </mask>
    </defs>
  )
}
