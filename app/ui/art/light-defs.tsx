import { roundToTenth } from './spotlight-geometry.ts'
import { ART_DEFS_ID, lampColours, ROW } from './spotlight-parts.tsx'

/** Stops of a vertical fade: [offset, opacity]. */
export type Fade = readonly (readonly [number, number])[]

const ART_DIM: Fade = [
  [0, 0],
  [0.4, 0.28],
  [1, 0.88],
]
const ROW_FADE: Fade = [
  [0, 1],
  [0.4, 0.62],
  [0.7, 0.34],
  [0.96, 0],
]

/**
 * What every SpotlightArt and SpotlightRow refers to. Render it once, on the server: it shows nothing itself, and the game's
 * script needs none of it.
 */
export function SpotlightDefs() {
  return (
    <svg className="sr-only" width="0" height="0" aria-hidden="true">
      <defs>
        <linearGradient id={`${ART_DEFS_ID}g`} x2="0" y2="1">
          <FadeStops fade={ART_DIM} colour="var(--art)" />
        </linearGradient>
        <Flare id={ART_DEFS_ID} />
        <g id="row-truss">
          <Truss y={2} margin={6} width={ROW.width} chains="max-md:hidden" />
        </g>
      </defs>
      <LightDefs id="row" {...ROW} fade={ROW_FADE} />
    </svg>
  )
}

interface TrussProps {
  y: number
  /** Its distance from both sides. */
  margin: number
  width: number
  /** The class that hides its chains where text is above it. */
  chains: string
}

const TRUSS_BAYS = 24

/** The zigzag that the lamps hang on, with its two chains. */
export function Truss({ y, margin: x0, chains, width }: TrussProps) {
  const x1 = width - x0
  const half = roundToTenth((x1 - x0) / TRUSS_BAYS / 2)
  // The same words again and again are a few bytes on the line.
  const zigzag = `M${x0} ${y + 12}${`l${half} -12 ${half} 12`.repeat(TRUSS_BAYS)}`
  return (
    <g fill="none" stroke="#34474a" strokeWidth="1.5">
      <path d={`M${x0} ${y}H${x1}M${x0} ${y + 12}H${x1}${zigzag}`} />
      <path className={chains} d={`M${x0 + 30} ${y}V-900M${x1 - 30} ${y}V-900`} />
    </g>
  )
}

/** How far the light reaches beyond the view box, left and right. */
const SPREAD = 160

interface LightDefsProps {
  id: string
  width: number
  height: number
  /** The fade of the light towards the floor. */
  fade: Fade
}

/** The mask that fades light towards the floor, and the flare of a lamp. */
export function LightDefs({ id, width, height, fade }: LightDefsProps) {
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

function FadeStops({ fade, colour }: { fade: Fade; colour: string }) {
  return fade.map(([offset, opacity]) => (
    <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity} />
  ))
}

/** The flares of the lamps that have a colour of their own. */
export function ColouredFlares() {
  return Object.entries(lampColours).map(([show, colour]) => <Flare key={show} id={show} colour={colour} />)
}

/** White in its middle. */
function Flare({ id, colour = '#fff' }: { id: string; colour?: string }) {
  return (
    <radialGradient id={`${id}f`}>
      <stop offset="0" stopColor="#fff" stopOpacity=".95" />
      <stop offset=".18" stopColor={colour} stopOpacity=".5" />
      <stop offset="1" stopColor={colour} stopOpacity="0" />
    </radialGradient>
  )
}
