import { ART_DEFS_ID, lampColours, ROW } from './spotlight-parts.tsx'
import { getTrussPaths } from './truss.ts'

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
    <svg className="sr-only" aria-hidden="true">
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

/** What the lamps hang on. */
export function Truss({ y, margin, chains, width }: TrussProps) {
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
