import { useId } from 'react'
import { classes } from '#app/ui/classes.ts'
import { getInlineFlagHref } from './inline-flag.tsx'
import type { Ray } from './spotlight-geometry.ts'
import { type Fade, Lamp, Spotlight, SpotlightDefs, Truss } from './spotlight-parts.tsx'
import type { LitCountry } from './spotlights.tsx'

const HERO_FADE: Fade = [
  [0, 1],
  [0.3, 0.72],
  [0.7, 0.34],
  [0.97, 0],
]
const WIDTH = 640
const HEIGHT = 560
const COLUMN = 94
const FLAG_HEIGHT = 62.7
/** Podium heights follow the shares of the game. */
const PODIUM = [262, 218, 218, 174, 174, 174] as const

function heroRay(index: number): Ray {
  const x = index - 2.5
  return {
    x0: WIDTH / 2 + x * 84,
    y0: 34,
    w0: 9,
    x1: WIDTH / 2 + x * 106,
    y1: HEIGHT - (PODIUM[index] ?? 174),
    w1: COLUMN + 26,
  }
}

interface HeroArtProps {
  /** Six countries in line-up order, with the share of each position. */
  lights: readonly LitCountry[]
  percentages: readonly number[]
}

/** The home page's picture: six spotlights on a podium. */
export function HeroArt({ lights, percentages }: HeroArtProps) {
  const id = `h${useId().replaceAll(':', '')}`
  const six = lights
    .slice(0, 6)
    .map((light, place) => ({ light, place, ray: heroRay(place), percent: percentages[place] ?? 0 }))
  const label = six.map(({ light, percent }) => `${light.country} ${percent} percent`).join(', ')
  return (
    <svg
      className="beams hero-art"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Example line-up under six stage lights: ${label}`}
    >
      <SpotlightDefs id={id} width={WIDTH} height={HEIGHT} fade={HERO_FADE} />
      <defs>
        <linearGradient id={`${id}p`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".1" />
          <stop offset="1" stopColor="#000" stopOpacity=".35" />
        </linearGradient>
      </defs>
      <Truss y={4} x0={10} x1={WIDTH - 10} />
      <g mask={`url(#${id})`}>
        {six.map(({ light, place, ray }) => (
          <Spotlight
            key={place}
            ray={ray}
            code={light.code}
            index={place}
            floor={HEIGHT}
            glow={COLUMN + 10}
          />
        ))}
      </g>
      {six.map(({ place, ray }) => (
        <Lamp key={place} ray={ray} isOn id={id} />
      ))}
      {six.map(({ light, place, ray, percent }) => (
        <Column key={place} light={light} ray={ray} percent={percent} isFirst={place === 0} id={id} />
      ))}
    </svg>
  )
}

function Column({
  light,
  ray,
  percent,
  isFirst,
  id,
}: {
  light: LitCountry
  ray: Ray
  percent: number
  isFirst: boolean
  id: string
}) {
  const x = ray.x1 - COLUMN / 2
  const box = { x, y: ray.y1, width: COLUMN, height: HEIGHT - ray.y1 }
  const href = getInlineFlagHref(light.code)
  return (
    <g>
      <rect {...box} fill="#132022" />
      <rect {...box} fill={`url(#${id}p)`} />
      {href && (
        <image
          href={href}
          x={x}
          y={ray.y1}
          width={COLUMN}
          height={FLAG_HEIGHT}
          preserveAspectRatio="xMidYMid slice"
        />
      )}
      <text
        className={classes('hero-num', isFirst && 'first')}
        x={ray.x1}
        y={ray.y1 + 128}
        textAnchor="middle"
      >
        {percent}
        <tspan fontSize="24" dx="1">
          %
        </tspan>
      </text>
      <text className="hero-name" x={ray.x1} y={ray.y1 + 153} textAnchor="middle">
        {light.country}
      </text>
    </g>
  )
}
