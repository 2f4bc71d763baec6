import type { LampState } from '#app/game/season/show-state.ts'
import { classes } from '#app/ui/classes.ts'
import { ArtFrame, type ArtFrameProps } from './art-frame.tsx'
import { getFlagHref } from './flag.tsx'
import type { Ray } from './spotlight-geometry.ts'
import {
  ART_DEFS_ID,
  getLampColour,
  getSpillClass,
  getStripes,
  LightingRig,
  ROW,
  Stripes,
} from './spotlight-parts.tsx'

const MAIN_LIGHTS = [
  [60, 190],
  [160, 150],
  [250, 130],
  [110, 210],
] as const
const SIDE_LIGHTS = [
  [
    [16, 230],
    [306, 90],
  ],
  [
    [300, 60],
    [20, 250],
  ],
] as const

interface SpotlightArtProps extends Omit<ArtFrameProps, 'className'> {
  /** The country; null for light in the accent colour. */
  code: string | null
  /** Chooses one of four lamp positions; the index in a list. */
  seed?: number
}

/**
 * Replaces a missing image: the flag's stripes as one wide beam, two thin ones and a glow on the floor. A dark gradient
 * over the beams dims them: masks and groups with an opacity are painted separately first, and would delay the text that
 * arrives with them (docs/performance.md).
 */
export function SpotlightArt({ code, seed = 0, children, ...frame }: SpotlightArtProps) {
  const colours = getStripes(code)
  const [x0, x1] = MAIN_LIGHTS[seed % 4] ?? MAIN_LIGHTS[0]
  const sides = SIDE_LIGHTS[seed % 2] ?? SIDE_LIGHTS[0]
  const edges = [colours.slice(0, 1), colours.slice(-1)]
  return (
    <ArtFrame {...frame} className={classes('floor-glow print:hidden', getSpillClass(code))}>
      <svg
        className="absolute inset-0 -z-1 size-full"
        width="320"
        viewBox="0 0 320 220"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <g fillOpacity=".9">
          <Stripes ray={{ x0, y0: -14, w0: 8, x1, y1: 240, w1: 190 }} colours={colours} />
        </g>
        {sides.map(([from, to], i) => (
          <g key={from} fillOpacity=".34">
            <Stripes
              ray={{ x0: from, y0: -10, w0: 4, x1: to, y1: 230, w1: 70 }}
              colours={edges[i] ?? colours}
            />
          </g>
        ))}
        <rect width="320" height="220" fill={`url(#${ART_DEFS_ID}g)`} />
        <circle cx={x0} cy="-6" r="46" fill={`url(#${ART_DEFS_ID}f)`} />
      </svg>
      {children}
    </ArtFrame>
  )
}

export interface SpotlightCountry {
  code: string
  country: string
  /** What its lamp shows of it in the show that the page is about (D35); lit without one. */
  show?: LampState | undefined
  /** What that means, where it is not what the lamp says by itself. */
  words?: string | undefined
}

const ROW_FLOOR = 168
/** Beneath the flags. */
const PLATE = 216

function getRowRay(index: number): Ray {
  const x = index - 2.5
  return { x0: ROW.width / 2 + x * 70, y0: 30, w0: 8, x1: ROW.width / 2 + x * 90, y1: ROW_FLOOR, w1: 90 }
}

/** 'Norway sung, Latvia through, Belgium out; 3 lamps are off'; a country without a word is only lit. */
function getRowLabel(six: readonly (SpotlightCountry | null)[], label: string): string {
  const names = six.flatMap((light) => (light && light.show !== 'absent' ? [describeLamp(light)] : []))
  if (names.length === 0) return 'Six stage lamps, all off'
  const off = six.length - names.length
  const rest = off === 0 ? '' : off === 1 ? '; one lamp is off' : `; ${off} lamps are off`
  return `${label}: ${names.join(', ')}${rest}`
}

function describeLamp({ country, show = 'ready', words = show.replace('-', ' ') }: SpotlightCountry): string {
  return show === 'ready' ? country : `${country} ${words}`
}

interface SpotlightRowProps {
  countries: readonly (SpotlightCountry | null)[]
  /** Whose countries they are. */
  label?: string | undefined
}

/** Six lamps on a truss, each with the light of its country; null is a free place. */
export function SpotlightRow({ countries, label = 'Your lights' }: SpotlightRowProps) {
  const six = Array.from({ length: 6 }, (_, place) => countries[place] ?? null)
  const lamps = six.map((light, place) => ({
    ray: getRowRay(place),
    code: light?.code ?? null,
    show: light?.show,
    light,
  }))
  // An empty stage is half as high: what it is for comes sooner.
  const cut = lamps.some(({ code }) => code) ? 0 : ROW.height / 2
  return (
    <svg
      className={classes(
        'w-full max-w-136 self-end overflow-visible max-md:max-w-104 md:mt-4 print:hidden',
        cut > 0 && 'max-md:-mt-5',
      )}
      width={ROW.width}
      viewBox={`0 0 ${ROW.width} ${ROW.height - cut}`}
      role="img"
      aria-label={getRowLabel(six, label)}
    >
      <use href="#row-truss" />
      <LightingRig id="row" height={ROW.height} glow={72} lamps={lamps} />
      <g transform={cut ? `translate(0 ${-cut})` : undefined}>
        <rect y={PLATE} width={ROW.width} height="10" fill="#131f21" />
        {lamps.map(({ ray, light }) => (
          <FloorFlag key={ray.x0} x={ray.x1} light={light} />
        ))}
      </g>
    </svg>
  )
}

/** How much of a flag is seen while its lamp does not light it. */
const fades: Partial<Record<LampState, number>> = { absent: 0.5, waiting: 0.86, out: 0.28, withdrawn: 0.28 }

/**
 * The flag at the foot of a beam, crossed when it is out, on a plate in the lamp's own colour, with a tick when it is through;
 * a dashed rectangle for a free place.
 * A lazy picture loads once the page has its styles; an SVG <image> would take the line from them. Safari does not paint a
 * <foreignObject> that has an opacity itself.
 */
function FloorFlag({ light, x }: { light: SpotlightCountry | null; x: number }) {
  const href = light && getFlagHref(light.code)
  const show = light?.show
  const colour = getLampColour(show)
  return href ? (
    <>
      <g opacity={show && fades[show]}>
        <foreignObject x={x - 36} y={ROW_FLOOR} width="72" height="48">
          <img src={href} width="72" height="48" loading="lazy" alt="" />
        </foreignObject>
      </g>
      {show === 'out' && (
        <path d={`M${x - 9} ${ROW_FLOOR + 15}l18 18m0-18l-18 18`} stroke="#f0f6f6" strokeWidth="4" />
      )}
      {colour && <rect x={x - 36} y={PLATE} width="72" height="10" fill={colour} />}
      {show === 'through' && (
        <path d={`M${x - 6} ${PLATE + 4}l4 4 8-7`} fill="none" stroke="#1b0b10" strokeWidth="2" />
      )}
    </>
  ) : (
    <rect
      x={x - 35}
      y={ROW_FLOOR + 1}
      width="70"
      height="46"
      fill="none"
      stroke="#6d8083"
      strokeDasharray="5 4"
    />
  )
}
